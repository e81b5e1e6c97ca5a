import type { Schedule } from "../runtime/index.ts";
import { liveScheduler } from "./live-scheduler.ts";
import { recordedScheduler } from "./recorded-scheduler.ts";
import { seededScheduler } from "./seeded-scheduler.ts";
import type { Scheduler, World } from "./world.ts";

/** The scheduler of a run: one for each kind of schedule. */
export function schedulerOf(schedule: Schedule, world: World): Scheduler {
  switch (schedule.kind) {
    case "live":
      return liveScheduler(world);
    case "seeded":
      return seededScheduler(world, schedule.random);
    case "recorded":
      return recordedScheduler(world, schedule.order);
  }
}
