import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainPng } from '../../support/images'
import { openMailbox } from '../../support/mailbox'
import { rideGpx } from '../../support/ride'
import { zipBytes } from '../../support/tracks/zip'
import { type Attack, type AttackContext, attemptCount, type Services, timeLimit } from '../attack'
import { type Dictionary, installSchemathesis, type Outcome, tour } from '../schemathesis'
import { uploadForm } from '../victim'

/** The folder for the output of failed tours. */
const OUTPUT = join(import.meta.dir, '..', '..', '..', 'dist', 'hard')
const WORKOUTS = 12
const PLACE = { osm_type: 'relation', osm_id: 7444, lat: '48.8', lon: '2.3', name: 'Paris' }

/** Schemathesis tests the whole API document, anonymously, as a user and as the owner. */
export const apiDocument: Attack = {
  name: 'Schemathesis on the API document',
  services: startServices,
  run: async (stage) => {
    try {
      await installSchemathesis()
    } catch (error) {
      stage.skip(`Schemathesis cannot be installed: ${error}`)
      return
    }
    const { victim, random } = stage
    const owner = await victim.account('ann', 'owner')
    const user = await victim.account('bob')
    const known = await furnish(stage, [owner, user])
    const callers: [name: string, token: string | undefined, without: string[]][] = [
      ['nobody', undefined, []],
      ['a user', user, ['logOut']],
      ['the owner', owner, ['logOut']],
    ]
    for (const [name, token, without] of callers) {
      const seed = Math.floor(random() * 1e9)
      const examples = attemptCount(stage, 5, 250)
      const how = { url: victim.url, token, examples, seed, known, without }
      report(stage, name, await tour({ ...how, limit: timeLimit(stage) }))
    }
  },
}

/** A mail server, map tiles and geocoding, all of which respond correctly. */
async function startServices(): Promise<Services> {
  const mailbox = await openMailbox()
  const png = await plainPng('#abcdef')
  const other = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      url.endsWith('.png')
        ? new Response(png, { headers: { 'content-type': 'image/png' } })
        : Response.json([PLACE]),
  })
  const { host, port, sender } = mailbox.settings
  return {
    env: {
      EMAIL_URL: `smtp://${host}:${port}`,
      SENDER_EMAIL: sender,
      TILE_SERVER_URL: `${other.url.origin}/{z}/{x}/{y}.png`,
      NOMINATIM_URL: other.url.origin,
    },
    end: async () => {
      await mailbox.stop()
      await other.stop(true)
    },
  }
}

/** Creates objects of every common kind. Returns their ids by the names of parameters. */
async function furnish(stage: AttackContext, tokens: readonly string[]): Promise<Dictionary> {
  const { call } = stage.victim
  const [workouts, maps, segments]: [string[], string[], string[]] = [[], [], []]
  for (let day = 1; day <= WORKOUTS; day++) {
    const start = new Date(Date.UTC(2024, 0, day, 7))
    const gpx = rideGpx({ seed: day, start, kilometres: 1 })
    const levels = { workout_visibility: 'public', map_visibility: 'public' }
    const form = uploadForm('ride.gpx', gpx, { ...levels, analysis_visibility: 'public' })
    const token = tokens[day % tokens.length] ?? ''
    const { body } = await call('POST', '/api/workouts', { token, form })
    const [workout] = body.data.workouts
    workouts.push(workout.id)
    maps.push(workout.map)
    segments.push(workout.segments[0].segment_id)
  }
  const comments: string[] = []
  const equipment: string[] = []
  for (const [at, token] of tokens.entries()) {
    const text = { text: 'Well done, @ann and @bob!', text_visibility: 'public' }
    const path = `/api/workouts/${workouts[at]}/comments`
    const commented = await call('POST', path, { token, json: text })
    comments.push(commented.body.comment.id)
    const shoes = { label: 'Shoes', equipment_type_id: 1 }
    const made = await call('POST', '/api/equipments', { token, json: shoes })
    equipment.push(made.body.data.equipments[0].id)
  }
  return {
    ...(await furnishBesides(stage, tokens, comments)),
    workout_short_id: workouts,
    map_id: maps,
    segment_short_id: segments,
    comment_short_id: comments,
    equipment_short_id: equipment,
    user_name: ['ann', 'bob'],
    sport_id: [1, 2, 3, 4, 5],
  }
}

/**
 * Creates objects of rarer kinds: an app, a report with a warning and an appeal, a task, a notification. Returns their
 * ids.
 */
async function furnishBesides(
  { victim: { call } }: AttackContext,
  [owner = '', user = '']: readonly string[],
  comments: readonly string[],
): Promise<Dictionary> {
  const post = (path: string, token: string, json: object) =>
    call('POST', path, { token, json }).then(({ body }) => body)
  const app = await post('/api/oauth/apps', owner, {
    ...{ client_name: 'App', client_uri: 'https://app.example.com', scope: 'workouts:read' },
    redirect_uris: ['https://app.example.com/callback'],
  })
  const object = { object_type: 'comment', object_id: comments[1], note: 'Look at this.' }
  await post('/api/reports', owner, object)
  const warning = { action_type: 'user_warning', username: 'bob', reason: 'Be nice.' }
  const warned = await post('/api/reports/1/actions', owner, warning)
  const action = warned.report.report_actions.at(-1).id
  await post(`/api/auth/account/sanctions/${action}/appeal`, user, { text: 'I am.' })
  const { body: reports } = await call('GET', '/api/reports/1', { token: owner })
  const limit = { file_sync_limit_import: 1 }
  await call('PATCH', '/api/config', { token: owner, json: limit })
  const rides = [1, 2].map((day) => ({
    name: `${day}.gpx`,
    content: rideGpx({ seed: day, start: new Date(Date.UTC(2023, 0, day)), kilometres: 1 }),
  }))
  const form = uploadForm('rides.zip', zipBytes(rides))
  const { body: archive } = await call('POST', '/api/workouts', { token: owner, form })
  const { body: told } = await call('GET', '/api/notifications', { token: owner })
  return {
    client_id: [app.data.client.client_id, app.data.client.id],
    report_id: [1],
    action_short_id: [action],
    appeal_short_id: [reports.report.report_actions.at(-1).appeal.id],
    task_short_id: [archive.data.task_id],
    notification_id: told.notifications.map(({ id }: { id: string }) => id),
    task_type: ['user_data_export', 'workouts_archive_upload'],
  }
}

function report(
  { tried, triedMany }: AttackContext,
  name: string,
  { sent, problems, output }: Outcome,
): void {
  triedMany(sent - problems.length)
  for (const problem of problems) tried(`${name}: ${problem}`)
  if (problems.length === 0) return
  mkdirSync(OUTPUT, { recursive: true })
  const file = join(OUTPUT, `schemathesis as ${name}.txt`)
  writeFileSync(file, output)
  console.log(`    all that Schemathesis said: ${file}`)
}
