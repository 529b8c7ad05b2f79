import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { YAML } from 'bun'
import { aPerson } from '../support/accounts'
import { startServer } from '../support/client'
import { startFakeServer } from '../support/fake-server'
import { rideGpx } from '../support/ride'
import { aToken } from '../support/tokens'

const DOC = readFileSync(resolve(import.meta.dir, '../../src/handbook/webhooks.md'), 'utf8')

/** The code of an example in the document. */
const example = (name: string): string =>
  new RegExp(`<!-- ${name} -->\\n\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(DOC)?.[1] ?? ''

/** The value at a path such as `data.workouts[0].id`; an error if a key is missing. */
function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const key of path
    .replace(/^\$\./, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')) {
    if (typeof found !== 'object' || found === null || !(key in found))
      throw new Error(`${path}: there is no ${key}`)
    found = Reflect.get(found, key)
  }
  return found
}

const pathsIn = (text: string, variable: string) =>
  [...text.matchAll(new RegExp(`${variable}\\.([\\w.[\\]]+)`, 'g'))].map(([, path = '']) => path)

/** A server with Ann, who has uploaded a ride, the message about it, and her token. */
async function open() {
  const server = startServer({ webhookPrivateHosts: ['127.0.0.1'] })
  const receiver = startFakeServer(() => new Response())
  const ann = await aPerson(server, { username: 'ann' })
  const json = { url: receiver.url, events: ['workout.created'] }
  await server.call('POST', '/api/webhooks', { as: ann, json })
  server.ctx.webhooks.start()
  const body = new FormData()
  const start = new Date(server.ctx.clock.now() - 86_400_000)
  body.set('file', new File([rideGpx({ withHeartRate: true, start })], 'ride.gpx'))
  body.set('data', JSON.stringify({ sport_id: 1 }))
  expect((await server.call('POST', '/api/workouts', { as: ann, body })).status).toBe(201)
  await server.ctx.webhooks.idle()
  const message = JSON.parse(receiver.asked[0]?.body ?? '')
  return { ...server, message, token: await aToken(server.ctx, ann, 'workouts:read') }
}

test('the documented message has the keys and types of a real one', async () => {
  const { message } = await open()
  const typesOf = (value: object): unknown =>
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'object' ? typesOf(each) : typeof each,
    ])
  expect(typesOf(JSON.parse(example('payload')))).toEqual(typesOf(message))
})

test('the automation for Home Assistant uses values that a message has', async () => {
  const { message } = await open()
  const text = example('automation')
  const { automation } = YAML.parse(text) as {
    automation: [{ triggers: [{ trigger: string; webhook_id: string }] }]
  }
  const [trigger] = automation[0].triggers
  expect([trigger.trigger, DOC.includes(`/api/webhook/${trigger.webhook_id}\``)]).toEqual([
    'webhook',
    true,
  ])
  const paths = pathsIn(text, 'trigger\\.json')
  expect(paths).toContain('data.workout.title')
  for (const path of paths) expect(valueAt(message, path)).not.toBeUndefined()
})

interface RestSensor {
  value_template: string
  json_attributes_path?: string
  json_attributes?: string[]
}

test('the sensors for Home Assistant read values that the API returns', async () => {
  const { call, token, clock } = await open()
  const { rest } = YAML.parse(example('sensor')) as {
    rest: { resource?: string; resource_template?: string; sensor: [RestSensor] }[]
  }
  const day = new Date(clock.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  for (const { resource, resource_template, sensor } of rest) {
    const url = (resource ?? resource_template ?? '').replace(/\{\{.*?\}\}/, day)
    const { pathname, search } = new URL(url)
    const authorization = `Bearer ${token}`
    const { status, body } = await call('GET', pathname + search, { authorization })
    expect(status).toBe(200)
    const [{ value_template, json_attributes_path: base, json_attributes = [] }] = sensor
    const paths = pathsIn(value_template, 'value_json')
    expect(paths).toHaveLength(1)
    for (const path of paths) expect(valueAt(body, path)).toBeTruthy()
    for (const key of json_attributes) valueAt(body, `${base}.${key}`)
  }
})
