import { startModeration } from './moderation'
import { rideGpx } from './ride'
import { aFollow } from './workouts'

/** Users with all possible interactions, and a ride of Bob with all possible data. */
export async function startBusyWorld(settings: Parameters<typeof startModeration>[0] = {}) {
  const world = await startModeration(settings)
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
