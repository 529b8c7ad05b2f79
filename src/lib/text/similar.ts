/** Counts the letters to insert, delete, replace or swap with their neighbours to turn one text into the other. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (previous[j] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(before[j - 2] ?? 0) + 1] : []),
      )
    }
    before = previous
    previous = row
  }
  return previous[other.length] ?? 0
}

/** Up to this share of the letters may differ between a word and what was probably meant. */
const MAX_DIFFERENCE = 0.34

/** Asks for the candidate that was probably meant by a misspelt text; empty if none is similar. */
export function didYouMean(text: string, candidates: readonly string[]): string {
  const similar = findSimilar(text, candidates)
  return similar === undefined ? '' : `did you mean '${similar}'? `
}

/** Finds the candidate that was probably meant by a misspelt text, ignoring case; undefined if none is similar. */
export function findSimilar(text: string, candidates: readonly string[]): string | undefined {
  const word = text.toLowerCase()
  const [best] = candidates
    .map((candidate) => {
      const lower = candidate.toLowerCase()
      const isStart = word.length >= 2 && lower.startsWith(word)
      return { candidate, distance: isStart ? 1 : editDistance(word, lower) }
    })
    .filter(
      ({ candidate, distance }) =>
        distance <=
          Math.max(1, Math.floor(MAX_DIFFERENCE * Math.max(word.length, candidate.length))) &&
        distance < Math.min(word.length, candidate.length),
    )
    .toSorted((one, other) => one.distance - other.distance)
  return best?.candidate
}
