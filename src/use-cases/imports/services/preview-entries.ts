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
import {
  existing,
  type FileOutcome,
  findTwinsOf,
  legsOf,
  type StoreResult,
  type WorkoutToImport,
} from '@/use-cases/imports/store/store-workouts'

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
  const reason = describeUnsuitable((await content.equipments?.())?.unsuitable ?? []) ?? ''
  const legs: StoreResult[] = []
  for (const leg of legsOf(content)) legs.push(await previewWorkout(ctx, leg))
  const [first, ...further] = legs
  if (!first) throw new Error('an entry without workouts')
  const stored = first.result === 'new' ? { ...first, reason } : first
  return { file, stored, ...(further.length > 0 && { further }) }
}

async function previewWorkout(
  ctx: AppContext,
  { workout, policy }: WorkoutToImport,
): Promise<StoreResult> {
  const isCompared = policy !== 'allow' && policy !== 'flag'
  const [twin] = isCompared ? await findTwinsOf(ctx, workout) : []
  return twin ? existing(twin) : { result: 'new', reason: '', workout: { short_id: '' } }
}
