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
import { InboxScans, startInbox } from '@/jobs/inbox'
import { runNextTimeSlice } from '@/jobs/loop'
import { WorkerLostError } from '@/lib/system-errors'
import type { MeasuringRequest } from '@/services/workers/jobs'
import { writeTo } from '@/store/db/connections/transact'
import { updateUser } from '@/store/db/queries/accounts/users'
import { Inbox } from '@/store/files/inbox'
import { afterTest } from '../support/after-test'
import { rides } from '../support/archives'
import { newFolder } from '../support/folder'
import { rideGpx } from '../support/ride'
import { zipBytes } from '../support/tracks/zip'
import { until } from '../support/until'
import { startWorkoutServer } from '../support/workouts'

const REST = 5000

/** The text of a ride with its sport, on a separate day. */
const ride = (day: number) =>
  rideGpx({ seed: day, start: new Date(Date.UTC(2024, 0, day, 7)), kilometres: 2 }).replace(
    '<trk>',
    '<trk><type>cycling</type>',
  )

/** A server with Ann, her inbox, and a function to scan it at any time. */
async function open() {
  const root = join(newFolder(), 'inbox')
  const server = await startWorkoutServer({ username: 'ann' }, { inboxDir: root })
  const { ctx } = server
  const time = { now: 0 }
  const inbox = new Inbox(root)
  const state = { looks: new InboxScans(ctx, inbox, () => time.now) }
  const at = (path: string) => join(root, 'ann', path)
  const drop = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), content)
  }
  mkdirSync(at(''), { recursive: true })
  const look = () => state.looks.scan(() => true)
  return {
    ...server,
    root,
    inbox,
    at,
    drop,
    look,
    looks: () => state.looks,
    wait: (milliseconds: number) => {
      time.now += milliseconds
    },
    /** Scans until files that were dropped before have not changed for a while. */
    settle: async () => {
      await look()
      time.now += REST
      await look()
    },
    /** Simulates a crash: nothing is known about files seen earlier. */
    restart: () => {
      state.looks = new InboxScans(ctx, inbox, () => time.now)
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
  test('imports files, even in subfolders, and moves them to the folder of their result', async () => {
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
    // Overwritten in place: the size is the same, the time is not.
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

  test('ignores incomplete files of other programs, and their own files', async () => {
    const { drop, settle, files } = await open()
    const theirs = ['.ride.gpx.tmp', 'a.gpx.part', '.stfolder/x.gpx', '@eaDir/a.gpx', 'b.gpx~']
    for (const name of theirs) drop(name, ride(1))
    await settle()
    expect(files()).toEqual(theirs.map((name) => `ann/${name}`).toSorted())
  })

  test('moves unusable files to `failed`, with a file that contains the reason', async () => {
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
    expect(readFileSync(at('failed/notes.txt.txt'), 'utf8')).toStartWith(
      'file extension not allowed\n\nWhat to do: ',
    )
    expect(readFileSync(at('failed/what.gpx.txt'), 'utf8')).toContain("its sport 'quidditch'")
    expect(await workouts()).toBe(0)
  })

  test('imports nothing twice, neither the same file nor after a crash before it was moved', async () => {
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

  test('reads archives, directly or as a task, one at a time', async () => {
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
    await runNextTimeSlice(ctx, 'workouts_archive_upload')
    await look()
    await runNextTimeSlice(ctx, 'workouts_archive_upload')
    await look()
    expect(await workouts()).toBe(14)
    expect(readFileSync(at('failed/some.zip.txt'), 'utf8')).toMatch(
      /^0 imported, the others not:\nbroken\.gpx: [^(]+ \(.*export it again/,
    )
  })

  test('follows no symbolic links, inside or outside of the folder', async () => {
    const { drop, at, root, settle, files, workouts } = await open()
    const outside = newFolder()
    writeFileSync(join(outside, 'secret.gpx'), ride(1))
    symlinkSync(join(outside, 'secret.gpx'), at('a.gpx'))
    symlinkSync(outside, at('folder'))
    symlinkSync(outside, join(root, 'bob'))
    drop('b.gpx', ride(2))
    await settle()
    expect(await workouts()).toBe(1)
    expect(readFileSync(at('failed/a.gpx.txt'), 'utf8')).toStartWith(
      'links are not followed\n\nWhat to do: ',
    )
    expect(readdirSync(outside)).toEqual(['secret.gpx'])
    expect(files()).toContain('ann/done/b.gpx')
  })

  test('does not write through a symbolic link in place of its folders', async () => {
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

  test('does not read a file that replaced the one it checked', async () => {
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

  test('does not read through a symbolic link that replaced a folder', async () => {
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

  test('ignores folders of unknown and suspended users, and files in place of folders', async () => {
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

  test('forgets files that it could not move, and unknown users, once they are deleted', async () => {
    const { ctx, inbox, drop, at, root, files, workouts } = await open()
    const told: string[] = []
    const log = pino({ base: null }, { write: (line) => void told.push(JSON.parse(line).msg) })
    const time = { now: 0 }
    const looks = new InboxScans({ ...ctx, log }, inbox, () => time.now)
    const settle = async () => {
      for (let times = 0; times < 2; times++, time.now += REST) await looks.scan(() => true)
    }
    const dropBoth = () => {
      drop('a.gpx', ride(1))
      utimesSync(at('a.gpx'), 10, 10)
      mkdirSync(join(root, 'stranger'))
    }
    const complaints = () => told.splice(0).filter((text) => !text.startsWith('imported'))
    const [stuck, unknown] = ['could not move an inbox file', 'ignored an inbox folder']
    // A file in place of the folder, so that nothing can be moved there.
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

  test('is deleted with its user, so that a later user of the same name does not get it', async () => {
    const { user, call, drop, root } = await open()
    drop('a.gpx', ride(1))
    mkdirSync(join(root, 'ANN'))
    mkdirSync(join(root, 'anna'))
    expect((await call('DELETE', '/api/users/ann', { as: user })).status).toBe(204)
    expect(readdirSync(root)).toEqual(['anna'])
  })

  test('is scanned automatically as soon as a complete file arrives', async () => {
    const server = await open()
    const { ctx, drop, workouts } = server
    const read = { count: 0 }
    const recordings: typeof ctx.recordings = {
      isReading: false,
      read: (request) => {
        read.count += 1
        return ctx.recordings.read(request)
      },
    }
    const watch = startInbox({ ...ctx, recordings })
    drop('a.gpx', ride(1))
    await ctx.inbox?.arrived('ann', 'a.gpx')
    await until('the workout', async () => (await workouts()) === 1)
    await watch.stop()
    drop('b.gpx', ride(2))
    await ctx.inbox?.arrived('ann', 'b.gpx')
    // Another watcher imports it; the stopped one would have been woken earlier.
    const other = startInbox(ctx)
    await until('the other workout', async () => (await workouts()) === 2)
    await other.stop()
    expect(read.count).toBe(1)
  })

  test('does not exist when it is disabled', async () => {
    const { ctx } = await startWorkoutServer({}, { inboxDir: undefined })
    expect(ctx.inbox).toBeUndefined()
    await startInbox(ctx).stop()
  })
})

describe('a file that cannot be read for a temporary reason', () => {
  /** The worker of its reader is lost in `losses` attempts. */
  async function openWithLosses(losses: number) {
    const opened = await open()
    const { recordings } = opened.ctx
    const attempts = { count: 0 }
    Object.assign(opened.ctx, {
      recordings: {
        read: async (request: MeasuringRequest) => {
          attempts.count += 1
          if (attempts.count <= losses) throw new WorkerLostError('crash')
          return recordings.read(request)
        },
      },
    })
    return { ...opened, attempts }
  }

  const MINUTE = 60_000

  test.each(['a.gpx', 'watch-log'])('stays and is imported later (%s)', async (name) => {
    const { drop, settle, look, wait, files, workouts, attempts } = await openWithLosses(1)
    drop(name, ride(1))
    await settle()
    expect(files()).toEqual([`ann/${name}`])
    await look()
    expect(attempts.count).toBe(1)
    wait(5 * MINUTE)
    await look()
    expect(files()).toEqual([`ann/done/${name}`])
    expect(await workouts()).toBe(1)
  })

  test.each(['a.gpx', 'watch-log'])(
    'is moved to `failed` after three attempts (%s)',
    async (name) => {
      const { drop, settle, look, wait, files, at, attempts } = await openWithLosses(9)
      drop(name, ride(1))
      drop('b.txt', 'no recording')
      await settle()
      for (let minute = 0; minute < 60; minute += 1) {
        wait(MINUTE)
        await look()
      }
      expect(attempts.count).toBe(3)
      expect(files()).toContain(`ann/failed/${name}`)
      expect(readFileSync(`${at(`failed/${name}`)}.txt`, 'utf8')).toContain('failed twice')
    },
  )

  test('has its attempts reset when it is written again', async () => {
    const { drop, settle, files, attempts } = await openWithLosses(2)
    drop('a.gpx', ride(1))
    await settle()
    drop('a.gpx', ride(2))
    await settle()
    drop('a.gpx', ride(3))
    await settle()
    expect(attempts.count).toBe(3)
    expect(files()).toEqual(['ann/done/a.gpx'])
  })
})

describe('a file that crashes the process', () => {
  /** Reading `poison.gpx` never ends, and the process is killed in the meantime. */
  async function openWithPoison() {
    const opened = await open()
    const { recordings } = opened.ctx
    const poisoned = { reads: 0 }
    const killed = Promise.withResolvers<never>()
    const lives: Promise<unknown>[] = []
    afterTest(async () => {
      killed.reject(new WorkerLostError('crash'))
      await Promise.allSettled(lives)
    })
    Object.assign(opened.ctx, {
      recordings: {
        read: async (request: MeasuringRequest) => {
          if (!request.name.includes('poison')) return recordings.read(request)
          poisoned.reads += 1
          return killed.promise
        },
      },
    })
    const die = async () => {
      const { reads } = poisoned
      const life = { isOver: false }
      const look = () => opened.looks().scan(() => !life.isOver)
      await look()
      opened.wait(REST)
      lives.push(look())
      await until('the file is read', () => poisoned.reads > reads)
      life.isOver = true
      opened.restart()
    }
    return { ...opened, die, poisoned }
  }

  test('is given up after three crashes', async () => {
    const { drop, die, settle, files, at, poisoned } = await openWithPoison()
    drop('poison.gpx', ride(1))
    for (let death = 0; death < 3; death += 1) await die()
    await settle()
    expect(poisoned.reads).toBe(3)
    expect(files()).toContain('ann/failed/poison.gpx')
    expect(readFileSync(`${at('failed/poison.gpx')}.txt`, 'utf8')).toContain('3 times')
  })

  test('does not affect the other files of its batch', async () => {
    const { drop, die, settle, files, poisoned } = await openWithPoison()
    drop('a.gpx', ride(1))
    drop('poison.gpx', ride(2))
    drop('z.gpx', ride(3))
    for (let death = 0; death < 3; death += 1) await die()
    await settle()
    expect(poisoned.reads).toBe(3)
    expect(files().filter((path) => path.includes('failed'))).toEqual([
      'ann/failed/poison.gpx',
      'ann/failed/poison.gpx.txt',
    ])
    await settle()
    expect(files()).toContain('ann/done/a.gpx')
    expect(files()).toContain('ann/done/z.gpx')
  })

  test('has its crashes reset when it is written again', async () => {
    const { drop, die, files, poisoned } = await openWithPoison()
    drop('poison.gpx', ride(1))
    for (let death = 0; death < 3; death += 1) await die()
    drop('poison.gpx', ride(2))
    await die()
    expect(poisoned.reads).toBe(4)
    expect(files()).toEqual(['ann/poison.gpx'])
  })
})
