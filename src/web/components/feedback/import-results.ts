import { type TextKey, t } from '@/web/i18n/text'

const WORDS: Readonly<Record<string, TextKey>> = {
  new: 'imported.new',
  'already there': 'imported.present',
  replaced: 'imported.replaced',
  skipped: 'imported.skipped',
  failed: 'imported.failed',
  undone: 'imported.undone',
}

/** Returns the translated result for a file of an import. */
export function formatResult(result: string): string {
  const key = WORDS[result]
  return key ? t(key) : result
}

/** Returns the results that occur, with their counts, in display order. */
export const sortResults = (
  counts: Readonly<Record<string, number>>,
): [result: string, count: number][] =>
  [...new Set([...Object.keys(WORDS), ...Object.keys(counts)])].flatMap((result) => {
    const count = counts[result] ?? 0
    return count > 0 ? [[result, count]] : []
  })

/** Counts the entries by result. */
export function countResults(entries: readonly { result: string }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { result } of entries) counts[result] = (counts[result] ?? 0) + 1
  return counts
}
