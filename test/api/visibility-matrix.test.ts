import { describe, expect, test } from 'bun:test'
import { LONG_TIME_LIMIT } from '../support/properties'
import { listReadablePaths, textOf, urlsOf } from '../support/read-operations'
import {
  type MatrixWorkout,
  PARTS,
  seesPart,
  startVisibilityMatrix,
} from '../support/visibility-matrix'

type Matrix = Awaited<ReturnType<typeof startVisibilityMatrix>>

/**
 * Operations that return nothing to any viewer in this world, with the reason. All others must succeed for a viewer.
 */
const SHOWS_NOTHING: Readonly<Record<string, readonly string[]>> = {
  'there is no such file, report, comment, course, task, picture, link or app': [
    ...['/api/courses/{course_id}', '/api/courses/{course_id}/download'],
    ...['/api/oauth/apps/{client_id}', '/api/oauth/apps/{client_id}/by_id'],
    '/api/webhooks/{webhook_id}/deliveries',
    ...['/api/oauth/authorize', '/api/auth/account/export/{file_name}'],
    ...['/api/reports/{report_id}', '/api/auth/account/suspension'],
    ...['/api/auth/account/sanctions/{action_short_id}', '/api/equipments/{equipment_short_id}'],
    ...['/api/workouts/upload-tasks/{task_short_id}', '/api/workouts/tasks/{task_short_id}'],
    '/api/workouts/upload-tasks/{task_short_id}/report',
    '/api/workouts/tasks/{task_short_id}/report',
    ...['/api/comments/{comment_short_id}', '/api/comments/{comment_short_id}/likes'],
    ...['/api/users/{user_name}/picture', '/media/{file}'],
    ...['/share/{share_secret}', '/share/{share_secret}/card.png'],
    ...['/api/segments/{ranked_segment_id}', '/api/segments/{ranked_segment_id}/leaderboard'],
    '/api/segments/{ranked_segment_id}/efforts',
  ],
  'the image is public for those who know its id, and tiles show no workout': [
    ...['/api/workouts/map/{map_id}', '/api/workouts/map_tile/{s}/{z}/{x}/{y}'],
  ],
  'the contract removed it': [
    '/api/workouts/{workout_short_id}/gpx',
    '/api/workouts/{workout_short_id}/gpx/segment/{segment_id}',
  ],
}

/** Feeds ignore tokens: they contain what an anonymous viewer sees, so only that viewer reads them. */
const IGNORES_CALLER: readonly string[] = [
  '/users/{user_name}/workouts.rss',
  '/users/{user_name}/workouts.atom',
]

/** Calls every read operation for every workout as one viewer. Identical requests are made once. */
async function readEverything(matrix: Matrix, viewer: string) {
  const as = matrix.viewers[viewer]
  const calls = new Map<string, string>()
  for (const path of await listReadablePaths(matrix)) {
    if (as && IGNORES_CALLER.includes(path)) continue
    for (const [at, workout] of matrix.workouts.entries()) {
      const other = matrix.workouts.at(at - 1) ?? workout
      for (const url of urlsOf(path, workout, other)) calls.set(url, path)
    }
  }
  const responses: { url: string; path: string; status: number; text: string }[] = []
  for (const [url, path] of calls) {
    const answer = await matrix.call('GET', url, { ...(as && { as }) })
    responses.push({ url, path, status: answer.status, text: textOf(answer) })
  }
  return responses
}

/** The name of a workout in an error message. */
const nameOf = ({ workout, analysis, map }: MatrixWorkout) =>
  `workout ${workout}, analysis ${analysis}, map ${map}`

describe('27 combinations of visibility, read through every operation,', () => {
  test(
    'show each viewer the permitted parts and nothing else',
    async () => {
      const matrix = await startVisibilityMatrix()
      const succeeded = new Set<string>()
      for (const viewer of Object.keys(matrix.viewers)) {
        const responses = await readEverything(matrix, viewer)
        for (const { path, status } of responses) if (status < 300) succeeded.add(path)
        const found = matrix.workouts.flatMap((workout) =>
          PARTS.map((part) => {
            const shown = responses.filter(
              ({ url, text }) => workout.marks[part].test(text) && !workout.marks[part].test(url),
            )
            return { workout, part, shown: shown.map(({ url }) => url) }
          }),
        )
        const leaks = found
          .filter(({ workout, part }) => !seesPart(viewer, workout, part))
          .flatMap(({ workout, part, shown }) =>
            shown.map((url) => `${url} shows ${viewer} the ${part} of: ${nameOf(workout)}`),
          )
        expect(leaks).toEqual([])
        const missing = found
          .filter(({ workout, part, shown }) => seesPart(viewer, workout, part) && !shown.length)
          .map(({ workout, part }) => `${viewer} never sees the ${part} of: ${nameOf(workout)}`)
        expect(missing).toEqual([])
      }
      const silent = (await listReadablePaths(matrix)).filter((path) => !succeeded.has(path))
      expect(silent.toSorted()).toEqual(Object.values(SHOWS_NOTHING).flat().toSorted())
    },
    LONG_TIME_LIMIT,
  )

  test('do not affect the rest of a chart whose positions are hidden', async () => {
    const { call, workouts, viewers } = await startVisibilityMatrix()
    const hidden = workouts.find(
      ({ workout, analysis, map }) =>
        workout === 'public' && analysis === 'public' && map === 'private',
    )
    const rows = async (viewer: string, path: string) => {
      const as = viewers[viewer]
      const { body } = await call('GET', `/api/workouts/${hidden?.id}/${path}`, {
        ...(as && { as }),
      })
      return body.data.chart_data as Record<string, unknown>[]
    }
    for (const path of ['chart_data', `chart_data/segment/${hidden?.segmentId}`]) {
      const own = await rows('owner', path)
      const seen = await rows('anonymous', path)
      expect(own[0]?.latitude).not.toBeNull()
      expect(seen).toEqual(
        own.map(({ hr, ...row }) => ({ ...row, latitude: null, longitude: null })),
      )
    }
  })
})
