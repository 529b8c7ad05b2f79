/**
 * Finds the copies to delete so that `keep` remain. `names` are sorted by date, oldest first. The copy that was just
 * `made` always remains, because it may sort first when the clock of the machine is slow.
 */
export function findExcessCopies(
  names: readonly string[],
  { keep, created }: { keep: number; created: string },
): string[] {
  const others = names.filter((name) => name !== created)
  return others.slice(0, Math.max(0, others.length - (keep - 1)))
}
