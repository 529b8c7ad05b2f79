import { expect, test } from 'bun:test'
import { startBusyWorld } from '../support/busy-world'
import { countQueries } from '../support/count-queries'

/** The largest number of statements for a response, once the caller and rarely changing rows are cached. */
const LIMIT = { list: 6, detail: 8 }

test('no list needs more than six statements, and no detail more than eight', async () => {
  const { ctx, call, bob, mod, ann, ride, equipment, sanction, reports, workout, comment } =
    await startBusyWorld()
  const one = `/api/workouts/${ride.id}`
  const lists = [
    ...['/api/users', '/api/users/ann/followers', '/api/users/ann/following', '/api/sports'],
    ...['/api/follow-requests', '/api/auth/blocked-users', '/api/users/bob/sanctions'],
    ...['/api/equipments', '/api/equipment-types', '/api/workouts', '/api/workouts/collection'],
    '/api/workouts/lines',
    ...['/api/explorer', '/api/explorer/tiles?zoom=17', '/api/explorer/regions'],
    '/api/workouts?return_equipments=true&with_statistics=true&per_page=2',
    '/api/workouts?coordinates=46,7&radius=5000&with_statistics=true&return_equipments=true',
    ...['/api/workouts/global-map', '/api/users/bob/workouts', '/api/timeline', '/api/records'],
    `/api/workouts/reactions?ids=${ride.id},${workout.short_id}`,
    ...[`${one}/likes`, `${one}/comments`, `/api/comments/${comment.short_id}/likes`],
    ...['/api/notifications', '/api/notifications?page=2', '/api/notifications/types'],
    ...['/api/oauth/apps', '/api/oauth/grants', '/api/tokens', '/api/workouts/upload-tasks'],
    ...['/api/stats/bob/by_time?time=month&from=2024-05-02', '/api/stats/bob/by_sport'],
    ...['/users/bob/workouts.rss', '/api/reports'],
  ]
  const details = [
    ...[one, `/api/workouts/${workout.short_id}`, `${one}/geojson`, `${one}/chart_data`],
    ...['/api/config', '/api/auth/profile', '/api/users/ann', '/api/users/bob', '/api/sports/1'],
    ...[`/api/equipments/${equipment}`, `/api/comments/${comment.short_id}`],
    ...[`/api/auth/account/sanctions/${sanction.id}`, '/api/notifications/unread'],
    ...Object.values(reports).map(({ id }) => `/api/reports/${id}`),
  ]
  const count = countQueries(ctx)
  const tooMany: string[] = []
  for (const as of [bob, mod, ann]) {
    const authorization = `Bearer ${await ctx.sessions.issue(as.id, as.session_epoch)}`
    for (const [kind, paths] of [['list', lists] as const, ['detail', details] as const])
      for (const path of paths) {
        await call('GET', path, { authorization })
        count()
        await call('GET', path, { authorization })
        const taken = count()
        if (taken > LIMIT[kind]) tooMany.push(`${as.username} ${path}: ${taken}`)
      }
  }
  expect(tooMany).toEqual([])
}, 30_000)
