import type { UserRow } from '@/store/db/queries/accounts/users'
import type { Answer } from './client'
import { startFakeDevice } from './push-service'
import { gpxOf } from './tracks/gpx'
import { samplePoints } from './tracks/points'

type See = (
  route: string,
  as?: UserRow,
  json?: object,
  headers?: Record<string, string>,
) => Promise<Answer['body']>

/** Calls every operation of personal tokens, webhooks and privacy zones as a user. */
export async function seePrograms(see: See, user: UserRow): Promise<void> {
  const { data } = await see('POST /api/tokens', user, { name: 'phone', scope: 'workouts:write' })
  const body = new FormData()
  body.set('file', new File([gpxOf(samplePoints(20))], 'sent.gpx'))
  await see('POST /api/inbox?sport_id=1', user, body)
  await see('PUT /api/inbox?sport_id=1', user, body)
  await see('GET /api/tokens', user)
  await see(`DELETE /api/tokens/${data.token.id}`, user)
  await seeWebhooks(see, user)
  await seePrivacy(see, user)
}

async function seeWebhooks(see: See, user: UserRow): Promise<void> {
  const input = { url: 'https://hooks.example.org/', events: ['workout.created'] }
  const { data } = await see('POST /api/webhooks', user, input)
  const webhook = `/api/webhooks/${data.webhook.id}`
  await see('GET /api/webhooks', user)
  await see(`PATCH ${webhook}`, user, { events: ['workout.deleted'] })
  await see(`POST ${webhook}/secret`, user)
  const test = await see(`POST ${webhook}/test`, user)
  await see(`GET ${webhook}/deliveries`, user)
  await see(`POST ${webhook}/deliveries/${test.data.delivery.id}/retry`, user)
  await see(`DELETE ${webhook}`, user)
}

async function seePrivacy(see: See, user: UserRow): Promise<void> {
  await see('PATCH /api/privacy', user, { hidden_metres: 100, hides_times: true })
  const positions = [{ latitude: 48, longitude: 7.9 }]
  const zone = { name: 'Home', positions, radius: 200 }
  const { data } = await see('POST /api/privacy/zones', user, zone)
  await see('GET /api/privacy', user)
  await see('GET /api/privacy/suggestions', user)
  await see(`PATCH /api/privacy/zones/${data.zone.id}`, user, { radius: 300 })
  await see(`DELETE /api/privacy/zones/${data.zone.id}`, user)
  await see('PATCH /api/privacy', user, { hidden_metres: 0, hides_times: false })
}

/** Calls every operation of push subscriptions, with the `Authorization` header of a session. */
export async function seePushSubscriptions(see: See, authorization: string): Promise<void> {
  const { keys } = startFakeDevice().subscription
  const ask = (route: string, json?: object) => see(route, undefined, json, { authorization })
  const input = { endpoint: 'https://push.example.org/device', keys }
  const { data } = await ask('POST /api/push-subscriptions', input)
  const subscription = `/api/push-subscriptions/${data.subscription.id}`
  await ask('GET /api/push-subscriptions')
  await ask(`POST ${subscription}/test`)
  await ask(`DELETE ${subscription}`)
}
