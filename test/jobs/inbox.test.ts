import { describe, expect, test } from 'bun:test'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pino from 'pino'
import { updateUser } from '@/db/queries/users'
import { writeTo } from '@/db/transact'
import { InboxLooks, startInbox } from '@/jobs/inbox'
import { workOneTurn } from '@/jobs/loop'
import { Inbox } from '@/storage/inbox'
import { rides } from '../support/archives'
import { newFolder } from '../support/folder'
import { rideGpx } from '../support/ride'
import { zipBytes } from '../support/tracks/zip'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const REST = 5000

/** The text of a ride that says what it is, on a day of its own. */
const ride = (day: number) =>
  rideGpx({ seed: day, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 2 }).replace(
    '<trk>',
    '<trk><type>cycling</type>',
  )

/** A server with Ann, her inbox, and a way to look into it at any time. */
async function open() {
  const root = join(newFolder(), 'inbox')
  const server = await startWorkoutServer({ username: 'ann' }, { inboxDir: root })
  const { ctx } = server
  const time = { now: 0 }
  const inbox = new Inbox(root)
  const state = { looks: new InboxLooks(ctx, inbox, () => time.now) }
  const at = (path: string) => join(root, 'ann', path)
  const drop = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), content)
  }
  mkdirSync(at(''), { recursive: true })
  const look = () => state.looks.look(() => true)
  return {
    ...server,
    root,
    inbox,
    at,
    drop,
    look,
    wait: (milliseconds: number) => {
      time.now += milliseconds
    },
    /** Looks until what was dropped before rests. */
    settle: async () => {
      await look()
      time.now += REST
      await look()
    },
    /** As after a stop without notice: nothing is known of what was seen. */
    restart: () => {
      state.looks = new InboxLooks(ctx, inbox, () => time.now)
    },
    files: () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => !statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory())
        .toSorted(),
    workouts: async (): Promise<number> =>
      (await server.get('/api/workouts')).body.pagination.total,
  }
}

describe('the inbox', () => {
  test('imports what is dropped, in folders too, and moves it to where it ends', async () => {
    const { drop, settle, files, workouts, get } = await open()
    drop('a.gpx', ride(1))
    drop('2024/may/b.gpx', ride(2))
    drop('c.gpx.gz', new Uint8Array(gzipSync(ride(3))))
    drop('watch-log', ride(4))
    drop('e.txt', ride(5))
    await settle()
    expect(await workouts()).toBe(5)
    expect(files()).toEqual([
      'ann/done/2024/may/b.gpx',
      'ann/done/a.gpx',
      'ann/done/c.gpx.gz',
      'ann/done/e.txt',
      'ann/done/watch-log',
    ])
    const { body } = await get('/api/workouts')
    const sports = body.data.workouts.map((one: { sport_id: number }) => one.sport_id)
    expect(sports).toEqual(Array(5).fill(1))
  })

  test('never reads a file that is still being written', async () => {
    const { drop, look, wait, at, files, workouts } = await open()
    const text = ride(1)
    drop('a.gpx', text.slice(0, text.length / 2))
    await look()
    wait(REST - 1)
    await look()
    appendFileSync(at('a.gpx'), text.slice(text.length / 2, -20))
    await look()
    wait(REST - 1)
    await look()
    expect(files()).toEqual(['ann/a.gpx'])
    // Written over in place: the size stays, the time does not.
    writeFileSync(at('a.gpx'), text.slice(0, -20).replaceAll('<trk>', '<trk>'))
    utimesSync(at('a.gpx'), 10, 10)
    wait(1)
    await look()
    expect(files()).toEqual(['ann/a.gpx'])
    appendFileSync(at('a.gpx'), text.slice(-20))
    await look()
    wait(REST)
    await look()
    expect(files()).toEqual(['ann/done/a.gpx'])
    expect(await workouts()).toBe(1)
  })

  test('leaves alone what programs call incomplete, and what is their own', async () => {
    const { drop, settle, files } = await open()
    const theirs = ['.ride.gpx.tmp', 'a.gpx.part', '.stfolder/x.gpx', '@eaDir/a.gpx', 'b.gpx~']
    for (const name of theirs) drop(name, ride(1))
    await settle()
    expect(files()).toEqual(theirs.map((name) => `ann/${name}`).toSorted())
  })

  test('moves what cannot be used aside, with the reason beside it', async () => {
    const { drop, settle, files, at, workouts } = await open()
    drop('notes.txt', 'milk, bread')
    drop('x/broken.gpx', '<gpx')
    drop('what.gpx', ride(1).replace('cycling', 'quidditch'))
    await settle()
    expect(files()).toEqual([
      'ann/failed/notes.txt',
      'ann/failed/notes.txt.txt',
      'ann/failed/what.gpx',
      'ann/failed/what.gpx.txt',
      'ann/failed/x/broken.gpx',
      'ann/failed/x/broken.gpx.txt',
    ])
    expect(readFileSync(at('failed/notes.txt.txt'), 'utf8')).toBe('file extension not allowed\n')
    expect(readFileSync(at('failed/what.gpx.txt'), 'utf8')).toContain("its sport 'quidditch'")
    expect(await workouts()).toBe(0)
  })

  test('makes nothing twice, neither of the same file nor after a stop before it was moved', async () => {
    const { drop, settle, restart, at, files, workouts } = await open()
    drop('a.gpx', ride(1))
    await settle()
    drop('a.gpx', ride(1))
    drop('copy.gpx', ride(1))
    restart()
    await settle()
    expect(await workouts()).toBe(1)
    expect(files()).toEqual(['ann/done/a (2).gpx', 'ann/done/a.gpx', 'ann/done/copy.gpx'])
    expect(existsSync(at('a.gpx'))).toBe(false)
  })

  test('reads archives, at once or as a task, one at a time', async () => {
    const { ctx, drop, settle, look, files, at, workouts } = await open()
    const typed = (count: number) =>
      rides(count).map(({ name }, index) => ({ name, content: ride(index + 1) }))
    drop('few.zip', zipBytes(typed(2)))
    drop('some.zip', zipBytes([...typed(3), { name: 'broken.gpx', content: '<gpx' }]))
    drop('many.zip', zipBytes(typed(12)))
    drop('more.zip', zipBytes(typed(14)))
    await settle()
    expect(files()).toEqual([
      'ann/done/few.zip',
      'ann/done/many.zip',
      'ann/done/many.zip.txt',
      'ann/more.zip',
      'ann/some.zip',
    ])
    expect(readFileSync(at('done/many.zip.txt'), 'utf8')).toMatch(
      /^imported in the background, task /,
    )
    await workOneTurn(ctx, 'workouts_archive_upload')
    await look()
    await workOneTurn(ctx, 'workouts_archive_upload')
    await look()
    expect(await workouts()).toBe(14)
    expect(readFileSync(at('failed/some.zip.txt'), 'utf8')).toStartWith(
      '0 imported, the others not:\nbroken.gpx: ',
    )
  })

  test('follows no links, out of the folder or within it', async () => {
    const { drop, at, root, settle, files, workouts } = await open()
    const outside = newFolder()
    writeFileSync(join(outside, 'secret.gpx'), ride(1))
    symlinkSync(join(outside, 'secret.gpx'), at('a.gpx'))
    symlinkSync(outside, at('folder'))
    symlinkSync(outside, join(root, 'bob'))
    drop('b.gpx', ride(2))
    await settle()
    expect(await workouts()).toBe(1)
    expect(readFileSync(at('failed/a.gpx.txt'), 'utf8')).toBe('links are not followed\n')
    expect(readdirSync(outside)).toEqual(['secret.gpx'])
    expect(files()).toContain('ann/done/b.gpx')
  })

  test('puts nothing where a link stands instead of the folder of what is done', async () => {
    const { drop, at, settle, workouts } = await open()
    const outside = newFolder()
    symlinkSync(outside, at('done'))
    drop('a.gpx', ride(1))
    await settle()
    await settle()
    expect(readdirSync(outside)).toEqual([])
    expect(existsSync(at('a.gpx'))).toBe(true)
    expect(await workouts()).toBe(1)
  })

  test('does not read what took the place of the file that it looked at', async () => {
    const { inbox, drop, at } = await open()
    const outside = newFolder()
    writeFileSync(join(outside, 'secret.gpx'), ride(1))
    drop('a.gpx', 'x')
    const [file] = await inbox.waiting('ann')
    if (!file) throw new Error('nothing waits')
    unlinkSync(at('a.gpx'))
    symlinkSync(join(outside, 'secret.gpx'), at('a.gpx'))
    await expect(inbox.read(file).toArray()).rejects.toThrow()
    unlinkSync(at('a.gpx'))
    linkSync(join(outside, 'secret.gpx'), at('a.gpx'))
    await expect(inbox.read(file).toArray()).rejects.toThrow('was changed')
    expect(await inbox.finish(file, 'done')).toBe(false)
  })

  test('does not read what lies behind a link that took the place of a folder', async () => {
    const { inbox, drop, at } = await open()
    const outside = newFolder()
    drop('sub/a.gpx', 'mine')
    writeFileSync(join(outside, 'a.gpx'), 'hers')
    for (const path of [at('sub/a.gpx'), join(outside, 'a.gpx')]) utimesSync(path, 10, 10)
    const [file] = await inbox.waiting('ann')
    if (!file) throw new Error('nothing waits')
    expect(Buffer.concat(await inbox.read(file).toArray()).toString()).toBe('mine')
    rmSync(at('sub'), { recursive: true })
    symlinkSync(outside, at('sub'))
    await expect(inbox.read(file).toArray()).rejects.toThrow('was changed')
    expect(await inbox.finish(file, 'done')).toBe(false)
    expect(readdirSync(outside)).toEqual(['a.gpx'])
  })

  test('leaves the folders of others alone: unknown, suspended, no folder at all', async () => {
    const { ctx, user, drop, root, settle, files } = await open()
    mkdirSync(join(root, 'stranger'))
    writeFileSync(join(root, 'stranger', 'a.gpx'), ride(1))
    writeFileSync(join(root, 'lost.gpx'), ride(2))
    drop('b.gpx', ride(3))
    await writeTo(ctx.db, (tx) => updateUser(tx, user.id, { suspended_at: 1 }))
    await settle()
    expect(files()).toEqual(['ann/b.gpx', 'lost.gpx', 'stranger/a.gpx'])
    await writeTo(ctx.db, (tx) => updateUser(tx, user.id, { suspended_at: null }))
    await settle()
    expect(files()).toEqual(['ann/done/b.gpx', 'lost.gpx', 'stranger/a.gpx'])
  })

  test('forgets what it could not move, and whom it did not know, once they are gone', async () => {
    const { ctx, inbox, drop, at, root, files, workouts } = await open()
    const told: string[] = []
    const log = pino({ base: null }, { write: (line) => void told.push(JSON.parse(line).msg) })
    const time = { now: 0 }
    const looks = new InboxLooks({ ...ctx, log }, inbox, () => time.now)
    const settle = async () => {
      for (let times = 0; times < 2; times++, time.now += REST) await looks.look(() => true)
    }
    const dropBoth = () => {
      drop('a.gpx', ride(1))
      utimesSync(at('a.gpx'), 10, 10)
      mkdirSync(join(root, 'stranger'))
    }
    const complaints = () => told.splice(0).filter((text) => !text.startsWith('files of'))
    const [stuck, unknown] = ['a file of the inbox cannot be moved', 'left alone in the inbox']
    // No folder, so nothing can be moved there.
    writeFileSync(at('done'), '')
    dropBoth()
    await settle()
    await settle()
    expect(complaints().toSorted()).toEqual([stuck, expect.stringContaining(unknown)])
    unlinkSync(at('a.gpx'))
    rmdirSync(join(root, 'stranger'))
    await settle()
    unlinkSync(at('done'))
    dropBoth()
    await settle()
    expect(complaints()).toEqual([expect.stringContaining(unknown)])
    expect(files()).toEqual(['ann/done/a.gpx'])
    expect(await workouts()).toBe(1)
  })

  test('goes with its user, so that nobody of the same name finds it', async () => {
    const { user, call, drop, root } = await open()
    drop('a.gpx', ride(1))
    mkdirSync(join(root, 'ANN'))
    mkdirSync(join(root, 'anna'))
    expect((await call('DELETE', '/api/users/ann', { as: user })).status).toBe(204)
    expect(readdirSync(root)).toEqual(['anna'])
  })

  test('is looked at by itself, as soon as what arrived in one piece is there', async () => {
    const server = await open()
    const { ctx, drop, workouts } = server
    const watch = startInbox(ctx)
    drop('a.gpx', ride(1))
    await ctx.inbox?.arrived('ann', 'a.gpx')
    await until('the workout', async () => (await workouts()) === 1)
    await watch.stop()
    drop('b.gpx', ride(2))
    await ctx.inbox?.arrived('ann', 'b.gpx')
    await Bun.sleep(300)
    expect(await workouts()).toBe(1)
  })

  test('is not there when it is switched off', async () => {
    const { ctx } = await startWorkoutServer({}, { inboxDir: undefined })
    expect(ctx.inbox).toBeUndefined()
    await startInbox(ctx).stop()
  })
})
