import { MinHeap } from "./heap.ts";

/**
 * Puts 0…n-1 into an order in which every item follows its `needs`, the smallest first among those that can come next
 * (Kahn's algorithm with a heap). Wishes are kept like needs as long as something can come next without breaking one.
 * Items on a cycle of needs, and what needs them, are left out.
 */
export function linearOrder(
  needs: readonly (readonly number[])[],
  wishes: readonly (readonly number[])[] = [],
): number[] {
  const followers: { item: number; hard: boolean }[][] = needs.map(() => []);
  const hard = needs.map((list) => list.length);
  const soft = needs.map((_, item) => wishes[item]?.length ?? 0);
  needs.forEach((list, item) => {
    for (const need of list) followers[need]?.push({ item, hard: true });
    for (const wish of wishes[item] ?? []) followers[wish]?.push({ item, hard: false });
  });
  const ready = new MinHeap();
  const wishing = new MinHeap();
  const done = needs.map(() => false);
  const offer = (item: number): void => {
    if (hard[item] === 0) (soft[item] === 0 ? ready : wishing).push(item);
  };
  needs.forEach((_, item) => {
    offer(item);
  });
  const order: number[] = [];
  for (let next = ready.pop() ?? wishing.pop(); next !== undefined; next = ready.pop() ?? wishing.pop()) {
    if (done[next]) continue; // it was offered twice: with its wish open, and then fulfilled
    done[next] = true;
    order.push(next);
    for (const follower of followers[next] ?? []) {
      const open = follower.hard ? hard : soft;
      open[follower.item] = (open[follower.item] ?? 0) - 1;
      offer(follower.item);
    }
  }
  return order;
}
