import type { AppContext } from '@/context'
import { refusalOf } from './import-each'
import { discard, type Entry, ReadAhead, type Reading } from './read-ahead'
import { type FileOutcome, findTwinsOf, type Stored, type ToBeJudged } from './store-judged'
import { newWorkout } from './store-recording'

/**
 * Reads entries and tells what importing them would do, without storing any: what repeats an earlier one of them is
 * not found.
 *
 * @throws errors that are not an entry's fault
 */
export async function previewEntries(
  ctx: AppContext,
  entries: readonly Entry[],
  tell: (outcome: FileOutcome) => void,
): Promise<void> {
  const ahead = new ReadAhead(entries)
  try {
    for (;;) {
      const group = await ahead.nextGroup()
      if (group.length === 0) return
      for (const reading of group) {
        await discard(reading)
        tell(await preview(ctx, reading))
      }
    }
  } finally {
    await ahead.discard()
  }
}

async function preview(ctx: AppContext, { entry, found, error }: Reading): Promise<FileOutcome> {
  switch (found?.kind) {
    case undefined:
      return { file: entry, refusal: refusalOf(error) }
    case 'left out':
      return { file: entry, leftOut: found.reason }
    case 'present':
      return { file: entry, stored: there(found.workout) }
    case 'numbers':
      return { file: entry, stored: await judge(ctx, found) }
    case 'recording': {
      const addition = newWorkout(ctx, { ...found.recording, original: '' })
      const { duplicates: policy = 'allow' } = found.recording.given.data
      return { file: entry, stored: await judge(ctx, { addition, policy }) }
    }
  }
}

async function judge(ctx: AppContext, { addition, policy }: ToBeJudged): Promise<Stored> {
  const [twin] = policy === 'allow' || policy === 'flag' ? [] : await findTwinsOf(ctx, addition)
  return twin ? there(twin) : { result: 'new', reason: '', workout: { short_id: '' } }
}

const there = (workout: Stored['workout']): Stored => ({
  result: 'already there',
  reason: '',
  workout,
})
