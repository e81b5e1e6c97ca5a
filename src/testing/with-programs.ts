import type { LocalProgram } from "../projection/index.ts";
import type { Definition } from "../runtime/index.ts";

/**
 * A choreography with other local programs than those of its projection: what explores or runs it (a module may export it)
 * takes these. For tests of programs that nobody projected, and of what a mistake in a projection would do.
 *
 * @param programs Gets the projected programs, in the order of the lifelines, and gives one for each.
 */
export function withPrograms(
  definition: Definition,
  programs: (projected: readonly LocalProgram[]) => readonly LocalProgram[],
): Definition {
  const reprogrammed = { ...definition, programs }; // `compileWorkflow` looks for it
  return reprogrammed;
}
