import { describe, expect, test } from 'bun:test'
import { startServer } from '../support/client'
import { aUser } from '../support/factories'
import { aToken } from '../support/tokens'
import { startWorkoutServer } from '../support/workouts'

const PATH = '/api/calendar.ics'

/** The properties of the events of a calendar, with folded lines joined. */
function eventsIn(calendar: string): Record<string, string>[] {
  const lines = calendar.replace(/\r\n[ \t]/g, '').split('\r\n')
  const events: Record<string, string>[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({})
    const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? []
    const event = events.at(-1)
    if (event) event[name] = value
  }
  return events
}

async function scene() {
  const server = await startWorkoutServer({ username: 'ann' })
  const token = await aToken(server.ctx, server.user, 'workouts:read')
  const read = (query = '', headers = {}) => server.call('GET', `${PATH}${query}`, { headers })
  return { ...server, token, read }
}

describe('GET /api/calendar.ics', () => {
  test('has an event for each of the own workouts, whoever may see them', async () => {
    const { ctx, enter, send, token, read } = await scene()
    await enter({
      ...{
        title: 'Hill; twice, "fast"',
        description: 'one\ntwo',
        distance: 16,
        ascent: 60,
        descent: 30,
      },
      ...{ workout_date: '2026-03-01 07:00', duration: 3600, workout_visibility: 'private' },
    })
    const json = { title: 'of Bob', sport_id: 1, workout_date: '2026-03-02 07:00', duration: 60 }
    await send('POST', '/api/workouts/no_gpx', {
      as: await aUser(ctx, { username: 'bob' }),
      json: { ...json, distance: 1 },
    })
    const { status, headers, body } = await read(`?token=${token}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const [event, ...others] = eventsIn(String(body))
    expect(others).toEqual([])
    expect(event).toMatchObject({
      SUMMARY: 'Hill\\; twice\\, "fast"',
      DTSTART: '20260301T060000Z',
      DTEND: '20260301T070000Z',
      CATEGORIES: 'Cycling (Sport)',
    })
    expect(event?.DESCRIPTION).toBe(
      'Cycling (Sport)\\nDuration: 1:00:00\\nDistance: 16.0 km\\nAscent: 60.0 m\\n\\none\\ntwo',
    )
    expect(event?.UID).toMatch(/^\w+@localhost$/)
    expect(event?.URL).toBe(`http://localhost/workouts/${event?.UID?.split('@')[0]}`)
  })

  test('prevents texts from starting new lines, and folds long lines', async () => {
    const { enter, token, read } = await scene()
    await enter({
      title: 'a\rBEGIN:VALARM\u0007',
      description: `x\r\nEND:VEVENT\r${'ü'.repeat(200)}`,
    })
    const calendar = String((await read(`?token=${token}`)).body)
    expect(calendar.match(/^(BEGIN|END):/gm)).toHaveLength(4)
    expect(calendar).not.toMatch(/\r(?!\n)|[^\P{Cc}\r\n]/u)
    for (const line of calendar.split('\r\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  test('requires a token that may see workouts, in the address or as a password', async () => {
    const { ctx, user, token, read } = await scene()
    expect((await read()).status).toBe(401)
    expect((await read(`?token=${token}x`)).status).toBe(401)
    const session = await ctx.sessions.issue(user.id, user.session_epoch)
    expect((await read(`?token=${session}`)).status).toBe(401)
    const writing = await aToken(ctx, user, 'workouts:write')
    expect((await read(`?token=${writing}`)).status).toBe(403)
    const authorization = `Basic ${btoa(`ann:${token}`)}`
    expect((await read('', { authorization })).status).toBe(200)
  })
})

test('an Atom feed ends in .atom, and unknown users have none', async () => {
  const { call } = startServer()
  expect((await call('GET', '/users/nobody/workouts.atom')).status).toBe(404)
})
