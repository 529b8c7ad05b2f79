import type { AppContext } from '@/services/context'
import {
  describeRejection,
  describeUnsuitable,
} from '@/use-cases/imports/receive/import-recordings'
import {
  discard,
  type Entry,
  ReadAhead,
  type Reading,
} from '@/use-cases/imports/receive/read-ahead'
import { existing, type FileOutcome, findTwinsOf } from '@/use-cases/imports/store/store-workouts'

/**
 * Reads entries and reports what importing them would do, without storing anything. Does not detect entries that
 * duplicate each other.
 *
 * @throws errors unrelated to a single entry
 */
export async function previewEntries(
  ctx: AppContext,
  entries: readonly Entry[],
  onOutcome: (outcome: FileOutcome) => void,
): Promise<void> {
  const ahead = new ReadAhead(entries)
  try {
    for (;;) {
      const group = await ahead.nextGroup()
      if (group.length === 0) return
      for (const reading of group) {
        await discard(reading)
        onOutcome(await previewEntry(ctx, reading))
      }
    }
  } finally {
    await ahead.discard()
  }
}

async function previewEntry(
  ctx: AppContext,
  { entry: file, content, error }: Reading,
): Promise<FileOutcome> {
  if (!content) return { file, rejection: describeRejection(error) }
  if (content.kind === 'left out') return { file, leftOut: content.reason }
  if (content.kind === 'present') return { file, stored: content.stored }
  const { workout, policy, equipments } = content
  const [twin] = policy === 'allow' || policy === 'flag' ? [] : await findTwinsOf(ctx, workout)
  const reason = describeUnsuitable((await equipments?.())?.unsuitable ?? []) ?? ''
  const isNew = { result: 'new', reason, workout: { short_id: '' } } as const
  return { file, stored: twin ? existing(twin) : isNew }
}
