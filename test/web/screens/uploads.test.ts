import { describe, expect, test } from 'bun:test'
import {
  countCreated,
  listFailedFiles,
  parseMissingDetails,
  readUploadResponse,
} from '@/web/api/client/upload-response'
import {
  getDetails,
  getSport,
  soleOutcome,
  type UploadItem,
  unsent,
  uploadReducer,
} from '@/web/screens/add-workout/upload-items'

const file = (name: string) => new File(['<gpx/>'], name)

const chosen = (...names: string[]): UploadItem[] =>
  uploadReducer([], { type: 'add', files: names.map(file), from: 1 })

describe('the list of chosen files', () => {
  test('keeps earlier files and distinguishes files with the same name', () => {
    const items = uploadReducer(chosen('a.gpx'), { type: 'add', files: [file('a.gpx')], from: 2 })
    expect(items.map(({ id }) => id)).toEqual([1, 2])
    expect(items.every(({ state }) => state.phase === 'waiting')).toBe(true)
  })

  test('assigns increasing ids, whatever was removed', () => {
    const items = uploadReducer(chosen('a', 'b', 'c'), { type: 'remove', id: 1 })
    const more = uploadReducer(items, { type: 'add', files: [file('d')], from: 4 })
    expect(more.map(({ id }) => id)).toEqual([2, 3, 4])
  })

  test('changes the state of one file only', () => {
    const state = { phase: 'sending', share: 0.5 } as const
    const items = uploadReducer(chosen('a', 'b'), { type: 'update', id: 2, state })
    expect(items.map((item) => item.state.phase)).toEqual(['waiting', 'sending'])
  })

  test('sends new and failed files, but not finished ones', () => {
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

  test('is taken from the file as long as it may state one', () => {
    expect(getSport({ ...item, guess: { kind: 'unseen' } }, 3)).toBeNull()
    expect(getDetails(item, { common, defaultSport: 3 })).toEqual(common)
  })

  test('is the default one for files that state none, or has to be selected', () => {
    const nameless: UploadItem = { ...item, guess: { kind: 'none' } }
    expect(getSport(nameless, 3)).toBe(3)
    expect(getSport(nameless, null)).toBeUndefined()
    expect(getDetails(nameless, { common, defaultSport: 3 })).toEqual({ ...common, sport_id: 3 })
  })

  test('is the one selected for it, or for all files that are not sent yet', () => {
    const items = uploadReducer(chosen('a', 'b'), { type: 'note', id: 1, facts: { sport: 5 } })
    expect(items.map((each) => getSport(each, 3))).toEqual([5, null])
    const sent = uploadReducer(items, {
      type: 'update',
      id: 1,
      state: { phase: 'sending', share: 1 },
    })
    const all = uploadReducer(sent, { type: 'sport', sport: 6 })
    expect(all.map(({ sport }) => sport)).toEqual([5, 6])
  })

  test('and other choices for one file have priority over those for all', () => {
    const answered = {
      ...item,
      addedDetails: { duplicates: 'allow', accept_partial: true } as const,
    }
    expect(getDetails(answered, { common, defaultSport: null })).toEqual({
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

  test('is the running import of a large archive', () => {
    expect(soleOutcome([{ workouts: [], taskId: 't' }])).toEqual({ taskId: 't' })
  })

  test('does not exist for a duplicate of a workout', () => {
    const known = { ...made('a'), files: [{ result: 'already there', reason: '' }] }
    expect(soleOutcome([known])).toBeUndefined()
    expect(soleOutcome([{ ...known, files: [{ result: 'new', reason: '' }] }])).toBeDefined()
  })

  test.each([
    ['several files', [made('a'), made('b')]],
    ['an archive of several', [made('a', 'b')]],
    ['a failed file', [null]],
    ['no files', []],
  ])('does not exist for %s', (_, results) => {
    expect(soleOutcome(results)).toBeUndefined()
  })
})

describe('the response to an upload', () => {
  test('contains the created workouts', () => {
    const body = {
      status: 'created',
      data: { workouts: [{ id: 'a', title: 'Ride' }, { id: 'b' }] },
    }
    expect(readUploadResponse(body)).toEqual({
      workouts: [
        { id: 'a', title: 'Ride' },
        { id: 'b', title: '' },
      ],
      taskId: null,
    })
  })

  test('may refer to a running import', () => {
    const body = { status: 'in_progress', data: { task_id: 't' } }
    expect(readUploadResponse(body)).toEqual({ workouts: [], taskId: 't' })
  })

  test.each([[null], [''], [{ data: null }], [{ data: { workouts: 3 } }]])(
    'is parsed safely when it is %p',
    (body) => {
      expect(readUploadResponse(body)).toEqual({ workouts: [], taskId: null })
    },
  )

  test('contains the result and the warnings of each file', () => {
    const warnings = [{ kind: 'part_only', count: 1 }]
    const body = {
      data: { workouts: [{ id: 'a', title: 'Ride', import_warnings: warnings }] },
      import: { id: 'r', files: [{ name: 'a.gpx', result: 'new', reason: '', workout_id: 'a' }] },
    }
    expect(readUploadResponse(body) as unknown).toEqual({
      workouts: [{ id: 'a', title: 'Ride', warnings }],
      files: [{ result: 'new', reason: '' }],
      importId: 'r',
      taskId: null,
    })
  })

  test('may contain the missing details with which the file can be read', () => {
    const remedy = { code: 'incomplete_file', text: 't', points: 4, until: 'u' }
    expect(parseMissingDetails({ message: 'm', remedy })).toEqual(remedy)
    expect(parseMissingDetails({ message: 'm' })).toBeUndefined()
    expect(parseMissingDetails({ remedy: { code: 7 } })).toBeUndefined()
  })

  test('contains the failed members of an archive', () => {
    const body = { status: 'fail', new_workouts: 1, errored_workouts: { 'b.gpx': 'invalid file' } }
    expect(countCreated(body)).toBe(1)
    expect(listFailedFiles(body)).toEqual([['b.gpx', 'invalid file']])
    expect(listFailedFiles({ message: 'invalid payload' })).toEqual([])
  })
})
