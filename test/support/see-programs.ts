import type { UserRow } from '@/store/db/queries/accounts/users'
import type { Answer } from './client'
import { gpxOf } from './tracks/gpx'
import { samplePoints } from './tracks/points'

type See = (route: string, as?: UserRow, json?: object) => Promise<Answer['body']>

/** Calls every operation of personal tokens and webhooks as a user. */
export async function seePrograms(see: See, user: UserRow): Promise<void> {
  const { data } = await see('POST /api/tokens', user, { name: 'phone', scope: 'workouts:write' })
  const body = new FormData()
  body.set('file', new File([gpxOf(samplePoints(20))], 'sent.gpx'))
  await see('POST /api/inbox?sport_id=1', user, body)
  await see('PUT /api/inbox?sport_id=1', user, body)
  await see('GET /api/tokens', user)
  await see(`DELETE /api/tokens/${data.token.id}`, user)
  await seeWebhooks(see, user)
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
