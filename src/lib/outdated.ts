/**
 * Of names in the order of their dates those that are too many, the oldest: `keep` are left, with the one that was just
 * `made`. That one stays in any case: on a machine whose clock is behind it may be named as the oldest.
 */
export function outdated(
  names: readonly string[],
  { keep, made }: { keep: number; made: string },
): string[] {
  const others = names.filter((name) => name !== made)
  return others.slice(0, Math.max(0, others.length - (keep - 1)))
}
