import { expect, test } from 'bun:test'
import { seesPart, startVisibilityMatrix } from '../support/visibility-matrix'

interface Thumbnailed {
  id: string
  thumbnail?: { kind: string; path: string }
}

test('only viewers who may see the map of a workout receive the thumbnail of its route', async () => {
  const { viewers, workouts, call } = await startVisibilityMatrix()
  for (const [viewer, as] of Object.entries(viewers))
    for (const workout of workouts) {
      const { body } = await call('GET', `/api/workouts/${workout.id}`, { ...(as && { as }) })
      const seen: Thumbnailed | undefined = body.data?.workouts?.[0]
      expect([viewer, workout.id, seen?.thumbnail?.kind]).toEqual([
        ...[viewer, workout.id],
        seen && seesPart(viewer, workout, 'map') ? 'route' : undefined,
      ])
    }
}, 30_000)
