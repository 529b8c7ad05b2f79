import type { ReportEntry } from '@/web/api/report-entries'
import { type TextKey, t } from '@/web/i18n/text'

const WORDS: Readonly<Record<string, TextKey>> = {
  new: 'imported.new',
  'already there': 'imported.present',
  replaced: 'imported.replaced',
  skipped: 'imported.skipped',
  failed: 'imported.failed',
  undone: 'imported.undone',
}

/** What became of a file, in a word or two. */
export function resultWord(result: string): string {
  const key = WORDS[result]
  return key ? t(key) : result
}

/** How many files there are of each result that occurs, in the order in which results are told. */
export function countByResult(entries: readonly ReportEntry[]): [result: string, count: number][] {
  const counts = new Map(Object.keys(WORDS).map((word) => [word, 0]))
  for (const { result } of entries) counts.set(result, (counts.get(result) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 0)
}
