import { describe, expect, test } from 'bun:test'
import { failedMembers, readUploadAnswer } from '@/web/api/upload-answer'
import {
  soleWorkout,
  type UploadItem,
  unsent,
  uploadReducer,
} from '@/web/screens/add-workout/upload-items'

const file = (name: string) => new File(['<gpx/>'], name)

const chosen = (...names: string[]): UploadItem[] =>
  uploadReducer([], { type: 'add', files: names.map(file) })

describe('the list of chosen files', () => {
  test('keeps what was chosen before and tells files of one name apart', () => {
    const items = uploadReducer(chosen('a.gpx'), { type: 'add', files: [file('a.gpx')] })
    expect(items.map(({ id }) => id)).toEqual([1, 2])
    expect(items.every(({ state }) => state.phase === 'waiting')).toBe(true)
  })

  test('never reuses the id of a file that is still listed', () => {
    const items = uploadReducer(chosen('a', 'b', 'c'), { type: 'remove', id: 1 })
    const more = uploadReducer(items, { type: 'add', files: [file('d')] })
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
    const result = { workoutIds: ['x'], inProgress: false }
    const items: UploadItem[] = [
      a,
      { ...b, state: { phase: 'done', result } },
      { ...c, state: { phase: 'failed', error: new Error('invalid file') } },
    ]
    expect(unsent(items).map(({ id }) => id)).toEqual([1, 3])
  })
})

describe('soleWorkout', () => {
  const made = (...workoutIds: string[]) => ({ workoutIds, inProgress: false })

  test('is the workout of a single upload', () => {
    expect(soleWorkout([made('a')])).toBe('a')
  })

  test.each([
    ['several files', [made('a'), made('b')]],
    ['an archive of several', [made('a', 'b')]],
    ['a failure', [null]],
    ['nothing', []],
  ])('does not exist after %s', (_, results) => {
    expect(soleWorkout(results)).toBeUndefined()
  })
})

describe('the answer to an upload', () => {
  test('names the workouts that were made', () => {
    const body = { status: 'created', data: { workouts: [{ id: 'a' }, { id: 'b' }] } }
    expect(readUploadAnswer(body)).toEqual({ workoutIds: ['a', 'b'], inProgress: false })
  })

  test('may say that the import goes on', () => {
    const body = { status: 'in_progress', data: { task_id: 't' } }
    expect(readUploadAnswer(body)).toEqual({ workoutIds: [], inProgress: true })
  })

  test.each([[null], [''], [{ data: null }], [{ data: { workouts: 3 } }]])(
    'is read without harm when it is %p',
    (body) => {
      expect(readUploadAnswer(body)).toEqual({ workoutIds: [], inProgress: false })
    },
  )

  test('lists the failed members of an archive', () => {
    const body = { status: 'fail', new_workouts: 1, errored_workouts: { 'b.gpx': 'invalid file' } }
    expect(failedMembers(body)).toEqual([['b.gpx', 'invalid file']])
    expect(failedMembers({ message: 'invalid payload' })).toEqual([])
  })
})
