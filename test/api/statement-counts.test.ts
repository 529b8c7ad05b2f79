import { expect, test } from 'bun:test'
import { countQueries } from '../support/count-queries'
import { startModeration } from '../support/moderation'
import { rideGpx } from '../support/ride'
import { aFollow } from '../support/workouts'

/** Statements that an answer may take once the caller and what seldom changes are known. */
const MOST = { list: 6, detail: 8 }

/** People who have done everything to each other, and a ride of Bob with all there can be. */
async function startBusy() {
  const world = await startModeration()
  const { ctx, ann, bob, eve, mod, send, call, comment, acted } = world
  for (const [one, other] of [
    [bob, ann],
    [ann, bob],
  ] as const)
    await aFollow(ctx, one, other)
  const form = new FormData()
  const open = ['workout', 'analysis', 'map'].map((part) => [`${part}_visibility`, 'public'])
  form.set('file', new File([rideGpx()], 'ride.gpx'))
  form.set('data', JSON.stringify({ sport_id: 1, ...Object.fromEntries(open) }))
  const upload = await call('POST', '/api/workouts', { as: bob, body: form })
  const [ride] = upload.body.data.workouts
  const bike = { label: 'Bike', equipment_type_id: 2, default_for_sport_ids: [1] }
  const made = await send('POST', '/api/equipments', bob, bike)
  const equipment = made.body.data.equipments[0].id
  await send('PATCH', `/api/workouts/${ride.id}`, bob, { equipment_ids: [equipment] })
  for (const day of [1, 2, 3])
    await send('POST', '/api/workouts/no_gpx', bob, {
      ...{ sport_id: 5, duration: 1800, distance: 10, workout_date: `2024-05-0${day} 10:00` },
    })
  for (const as of [ann, eve, mod]) {
    await send('POST', `/api/workouts/${ride.id}/like`, as)
    const text = { text: 'hello @bob and @ann', text_visibility: 'public' }
    await send('POST', `/api/workouts/${ride.id}/comments`, as, text)
    await send('POST', `/api/comments/${comment.short_id}/like`, as)
  }
  await send('POST', '/api/users/bob/follow', eve)
  await acted('user_warning')
  await acted('workout_suspension')
  const sanction = await acted('comment_suspension')
  const appeal = `/api/auth/account/sanctions/${sanction.id}/appeal`
  await send('POST', appeal, bob, { text: 'why?' })
  return { ...world, ride, equipment, sanction }
}

test('no list takes more than six statements, and no detail more than eight', async () => {
  const { ctx, call, bob, mod, ann, ride, equipment, sanction, reports, workout, comment } =
    await startBusy()
  const one = `/api/workouts/${ride.id}`
  const lists = [
    ...['/api/users', '/api/users/ann/followers', '/api/users/ann/following', '/api/sports'],
    ...['/api/follow-requests', '/api/auth/blocked-users', '/api/users/bob/sanctions'],
    ...['/api/equipments', '/api/equipment-types', '/api/workouts', '/api/workouts/collection'],
    '/api/workouts?return_equipments=true&with_statistics=true&per_page=2',
    '/api/workouts?coordinates=46,7&radius=5000&with_statistics=true&return_equipments=true',
    ...['/api/workouts/global-map', '/api/users/bob/workouts', '/api/timeline', '/api/records'],
    ...[`${one}/likes`, `${one}/comments`, `/api/comments/${comment.short_id}/likes`],
    ...['/api/notifications', '/api/notifications?page=2', '/api/notifications/types'],
    ...['/api/oauth/apps', '/api/oauth/grants', '/api/workouts/upload-tasks'],
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
    const authorization = `Bearer ${ctx.sessions.issue(as.id, as.session_epoch)}`
    for (const [kind, paths] of [['list', lists] as const, ['detail', details] as const])
      for (const path of paths) {
        await call('GET', path, { authorization })
        count()
        await call('GET', path, { authorization })
        const taken = count()
        if (taken > MOST[kind]) tooMany.push(`${as.username} ${path}: ${taken}`)
      }
  }
  expect(tooMany).toEqual([])
}, 30_000)
