import { type Command, InvalidArgumentError } from 'commander'
import type { Io } from '@/cli/io'
import {
  inPlainWords,
  loadCommandConfig,
  OWNER,
  requireNamedUser,
  withContext,
  withDataDir,
} from '@/cli/options'
import { printDone, printResult } from '@/cli/output'
import type { TrackEdit } from '@/domain/tracks/edits/track-edit'
import { Failure } from '@/lib/failure'
import type { Caller } from '@/policy/caller'
import { asCaller } from '@/services/auth/as-caller'
import type { AppContext } from '@/services/context'
import { requireOwnWorkout } from '@/use-cases/views/workout'
import { undoEdits } from '@/use-cases/workouts/edits/edit-recording'
import type { EditRequest } from '@/use-cases/workouts/edits/edit-request'
import { listEdits } from '@/use-cases/workouts/edits/list-edits'
import { previewEdits } from '@/use-cases/workouts/edits/preview-edits'
import { addEdits } from '@/use-cases/workouts/edits/split-recording'

interface Options {
  user: string
  id: string
  trimStart?: string
  trimEnd?: string
  remove?: string[]
  split?: string
  spikes?: boolean
  undo?: boolean
  undoAll?: boolean
  dryRun?: boolean
}

const TIME = 'H:MM:SS since the start of the workout, or ISO 8601'

/** Adds the command that edits recordings. */
export function addEdit(workouts: Command, io: Io): void {
  withDataDir(workouts.command('edit'))
    .description(
      'edit the recording of a workout, or list its edits; the original file does not change',
    )
    .requiredOption(...OWNER)
    .requiredOption('--id <id>', 'id of the workout')
    .option('--trim-start <time>', `delete everything before a time (${TIME})`, parseTime)
    .option('--trim-end <time>', 'delete everything after a time', parseTime)
    .option('--remove <times...>', 'two times: delete what is between them')
    .option('--split <time>', 'make a second workout from a time on', parseTime)
    .option('--spikes', 'delete impossible positions and readings')
    .option('--undo', 'undo the last edit')
    .option('--undo-all', 'undo all edits')
    .option('--dry-run', 'print the figures that an edit would result in, and change nothing')
    .action((options: Options) =>
      withContext(loadCommandConfig({ ...options }, io), ({ ctx }) =>
        edit(ctx, options, io).catch(inPlainWords),
      ),
    )
}

const CLOCK = /^(?:(\d+):)?(\d+):(\d\d)$/

function parseTime(text: string): string {
  if (!CLOCK.test(text) && Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError(`'${text}' is neither H:MM:SS nor ISO 8601`)
  return text
}

async function edit(ctx: AppContext, options: Options, io: Io): Promise<void> {
  const caller = asCaller(await requireNamedUser(ctx, options.user))
  const { id: shortId, undo, undoAll, dryRun } = options
  if (undo || undoAll) {
    const { workout } = await undoEdits(ctx, caller, { shortId, all: undoAll === true })
    printWorkouts(io, [workout])
    return
  }
  const edits = await readEdits(ctx, caller, options)
  if (edits.length === 0) return printEdits(ctx, caller, { shortId, io })
  if (dryRun) {
    const { before, after, other } = await previewEdits(ctx, caller, { shortId, edits })
    printResult(
      io,
      {
        before: figuresOf(before),
        after: figuresOf(after),
        second_workout: other ? figuresOf(other) : null,
      },
      [
        formatFigures('before', before),
        formatFigures('after', after),
        ...(other ? [formatFigures('second workout', other)] : []),
      ],
    )
    return
  }
  const edited = await addEdits(ctx, caller, { shortId, edits })
  printWorkouts(
    io,
    edited.map(({ workout }) => workout),
  )
}

function printWorkouts(io: Io, workouts: readonly (Figures & { short_id: string })[]): void {
  printDone(
    io,
    { workouts: workouts.map((each) => ({ id: each.short_id, ...figuresOf(each) })) },
    workouts.map((each) => formatFigures(each.short_id, each)),
  )
}

interface Figures {
  /** Kilometres. */
  distance: number | null
  /** Seconds. */
  duration: number
  moving: number
}

const figuresOf = ({ distance, duration, moving }: Figures) => ({
  distance_km: distance ?? 0,
  duration_s: duration,
  moving_s: moving,
})

const formatFigures = (name: string, { distance, duration, moving }: Figures) =>
  `${name}: ${distance ?? 0} km, ${duration} s, ${moving} s in motion`

async function readEdits(
  ctx: AppContext,
  caller: Caller,
  { id, trimStart, trimEnd, remove, split, spikes }: Options,
): Promise<EditRequest[]> {
  const times = [trimStart, trimEnd, split, ...(remove ?? [])]
  const isRelative = times.some((text) => text !== undefined && CLOCK.test(text))
  const start = isRelative ? (await requireOwnWorkout(ctx, caller, id)).workout_date : 0
  const instantOf = (text: string) => toInstant(text, start)
  const edits: EditRequest[] = []
  if (trimStart !== undefined || trimEnd !== undefined)
    edits.push({
      kind: 'trim',
      from: trimStart === undefined ? null : instantOf(trimStart),
      to: trimEnd === undefined ? null : instantOf(trimEnd),
    })
  if (remove) {
    const [from, to, ...more] = remove.map(parseTime).map(instantOf)
    if (from === undefined || to === undefined || more.length > 0)
      throw new Failure('usage', 'Give two times: the start and the end of what to remove.')
    edits.push({ kind: 'remove', from, to })
  }
  if (spikes) edits.push({ kind: 'spikes' })
  if (split !== undefined) edits.push({ kind: 'split', at: instantOf(split) })
  return edits
}

/** Converts a time since the start of the workout (milliseconds since the Unix epoch), or an instant, to ISO 8601. */
function toInstant(text: string, start: number): string {
  const [matched, hours = '0', minutes, seconds] = CLOCK.exec(text) ?? []
  if (matched === undefined) return new Date(text).toISOString()
  const since = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return new Date(start + since * 1000).toISOString()
}

async function printEdits(
  ctx: AppContext,
  caller: Caller,
  { shortId, io }: { shortId: string; io: Io },
): Promise<void> {
  const { edits, parts, suggestions } = await listEdits(ctx, caller, shortId)
  printResult(
    io,
    {
      edits: edits.map(formatEdit),
      suggestions: suggestions.map(({ edit: suggested, reason }) => ({
        edit: formatEdit(suggested),
        reason,
      })),
      parts,
    },
    [
      ...edits.map(formatEdit),
      ...suggestions.map(
        ({ edit: suggested, reason }) => `suggested (${reason}): ${formatEdit(suggested)}`,
      ),
      ...(parts.length > 0 ? [`Parts: ${parts.join(' ')}`] : []),
      `Edits: ${edits.length}.`,
    ],
  )
}

function formatEdit(edit: TrackEdit): string {
  const text = (at: number | null) => (at === null ? '…' : new Date(at).toISOString())
  if (edit.kind === 'spikes') return 'spikes'
  if (edit.kind === 'split') return `split ${text(edit.at)}, keeps what is ${edit.keeps}`
  return `${edit.kind} ${text(edit.from)} – ${text(edit.to)}`
}
