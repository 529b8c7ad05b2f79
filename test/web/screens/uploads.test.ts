import { describe, expect, test } from 'bun:test'
import {
  createdAlongside,
  failedMembers,
  readRemedy,
  readUploadAnswer,
} from '@/web/api/upload-answer'
import {
  detailsOf,
  soleOutcome,
  sportOf,
  type UploadItem,
  unsent,
  uploadReducer,
} from '@/web/screens/add-workout/upload-items'

const file = (name: string) => new File(['<gpx/>'], name)

const chosen = (...names: string[]): UploadItem[] =>
  uploadReducer([], { type: 'add', files: names.map(file), from: 1 })

describe('the list of chosen files', () => {
  test('keeps what was chosen before and tells files of one name apart', () => {
    const items = uploadReducer(chosen('a.gpx'), { type: 'add', files: [file('a.gpx')], from: 2 })
    expect(items.map(({ id }) => id)).toEqual([1, 2])
    expect(items.every(({ state }) => state.phase === 'waiting')).toBe(true)
  })

  test('gives files the ids that follow, whatever was removed', () => {
    const items = uploadReducer(chosen('a', 'b', 'c'), { type: 'remove', id: 1 })
    const more = uploadReducer(items, { type: 'add', files: [file('d')], from: 4 })
    expect(more.map(({ id }) => id)).toEqual([2, 3, 4])
  })

  test('changes the state of one file only', () => {
    const state = { phase: 'sending', share: 0.5 } as const
    const items = uploadReducer(chosen('a', 'b'), { type: 'update', id: 2, state })
    expect(items.map((item) => item.state.phase)).toEqual(['waiting', 'sending'])
  })

  test('sends new and failed files, not those that are through', () => {
    const [a, b, c] = chosen('a', 'b', 'c')
    if (!a || !b || !c) throw new Error('three files were chosen')
    const result = { workouts: [{ id: 'x', title: '' }], taskId: null }
    const items: UploadItem[] = [
      a,
      { ...b, state: { phase: 'done', result } },
      { ...c, state: { phase: 'failed', error: new Error('invalid file') } },
    ]
    expect(unsent(items).map(({ id }) => id)).toEqual([1, 3])
  })
})

describe('the sport of a chosen file', () => {
  const [item] = chosen('a.gpx')
  if (!item) throw new Error('one file was chosen')
  const common = { duplicates: 'skip' } as const

  test('is left to the file as long as it may name one', () => {
    expect(sportOf({ ...item, guess: { kind: 'unseen' } }, 3)).toBeNull()
    expect(detailsOf(item, { common, usual: 3 })).toEqual(common)
  })

  test('is the usual one of files that name none, or has to be chosen', () => {
    const nameless: UploadItem = { ...item, guess: { kind: 'none' } }
    expect(sportOf(nameless, 3)).toBe(3)
    expect(sportOf(nameless, null)).toBeUndefined()
    expect(detailsOf(nameless, { common, usual: 3 })).toEqual({ ...common, sport_id: 3 })
  })

  test('is the one that was chosen for it, or for all that are not sent yet', () => {
    const items = uploadReducer(chosen('a', 'b'), { type: 'note', id: 1, facts: { sport: 5 } })
    expect(items.map((each) => sportOf(each, 3))).toEqual([5, null])
    const sent = uploadReducer(items, {
      type: 'update',
      id: 1,
      state: { phase: 'sending', share: 1 },
    })
    const all = uploadReducer(sent, { type: 'sport', sport: 6 })
    expect(all.map(({ sport }) => sport)).toEqual([5, 6])
  })

  test('answers to questions go before what holds for all', () => {
    const answered = { ...item, answers: { duplicates: 'allow', accept_partial: true } as const }
    expect(detailsOf(answered, { common, usual: null })).toEqual({
      duplicates: 'allow',
      accept_partial: true,
    })
  })
})

describe('soleOutcome', () => {
  const made = (...ids: string[]) => ({
    workouts: ids.map((id) => ({ id, title: 'Ride' })),
    taskId: null,
  })

  test('is the workout of a single upload', () => {
    expect(soleOutcome([made('a')])).toEqual({ workoutId: 'a' })
  })

  test('is the import that goes on after a large archive', () => {
    expect(soleOutcome([{ workouts: [], taskId: 't' }])).toEqual({ taskId: 't' })
  })

  test('does not exist after a file that repeats a workout', () => {
    const known = { ...made('a'), files: [{ result: 'already there', reason: '' }] }
    expect(soleOutcome([known])).toBeUndefined()
    expect(soleOutcome([{ ...known, files: [{ result: 'new', reason: '' }] }])).toBeDefined()
  })

  test.each([
    ['several files', [made('a'), made('b')]],
    ['an archive of several', [made('a', 'b')]],
    ['a failure', [null]],
    ['nothing', []],
  ])('does not exist after %s', (_, results) => {
    expect(soleOutcome(results)).toBeUndefined()
  })
})

describe('the answer to an upload', () => {
  test('names the workouts that were made', () => {
    const body = {
      status: 'created',
      data: { workouts: [{ id: 'a', title: 'Ride' }, { id: 'b' }] },
    }
    expect(readUploadAnswer(body)).toEqual({
      workouts: [
        { id: 'a', title: 'Ride' },
        { id: 'b', title: '' },
      ],
      taskId: null,
    })
  })

  test('may say that the import goes on', () => {
    const body = { status: 'in_progress', data: { task_id: 't' } }
    expect(readUploadAnswer(body)).toEqual({ workouts: [], taskId: 't' })
  })

  test.each([[null], [''], [{ data: null }], [{ data: { workouts: 3 } }]])(
    'is read without harm when it is %p',
    (body) => {
      expect(readUploadAnswer(body)).toEqual({ workouts: [], taskId: null })
    },
  )

  test('tells what became of each file, and what was passed over', () => {
    const warnings = [{ kind: 'part_only', count: 1 }]
    const body = {
      data: { workouts: [{ id: 'a', title: 'Ride', import_warnings: warnings }] },
      import: { id: 'r', files: [{ name: 'a.gpx', result: 'new', reason: '', workout_id: 'a' }] },
    }
    expect(readUploadAnswer(body) as unknown).toEqual({
      workouts: [{ id: 'a', title: 'Ride', warnings }],
      files: [{ result: 'new', reason: '' }],
      importId: 'r',
      taskId: null,
    })
  })

  test('may name what would let the file be read', () => {
    const remedy = { code: 'incomplete_file', text: 't', points: 4, until: 'u' }
    expect(readRemedy({ message: 'm', remedy })).toEqual(remedy)
    expect(readRemedy({ message: 'm' })).toBeUndefined()
    expect(readRemedy({ remedy: { code: 7 } })).toBeUndefined()
  })

  test('lists the failed members of an archive', () => {
    const body = { status: 'fail', new_workouts: 1, errored_workouts: { 'b.gpx': 'invalid file' } }
    expect(createdAlongside(body)).toBe(1)
    expect(failedMembers(body)).toEqual([['b.gpx', 'invalid file']])
    expect(failedMembers({ message: 'invalid payload' })).toEqual([])
  })
})
