import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openZip } from '@/domain/tracks/formats/zip/zip'
import { writeExport } from '@/jobs/exports/write-data-export'
import { writeTo } from '@/store/db/connections/transact'
import { getUserById } from '@/store/db/queries/accounts/users'
import { listWorkoutsToRefresh } from '@/store/db/queries/workouts/workouts'
import { hashOriginals } from '@/use-cases/workouts/measure/hash-originals'
import { aRide, startArchiveServer } from '../support/archives'
import { newFolder } from '../support/folder'
import { gpxOf } from '../support/tracks/gpx'
import { kmlOf } from '../support/tracks/kml'
import { samplePoints } from '../support/tracks/points'
import { type ZipMember, zipBytes } from '../support/tracks/zip'

const RIDE = aRide(1)
const MEMBER: ZipMember = { name: 'a.gpx', content: RIDE }
const LIMIT = 1024 * 1024

/** A server with the workouts of an archive. */
async function imported(members: readonly ZipMember[], data: object = {}) {
  const server = await startArchiveServer()
  const { status, body } = await server.uploadZip(members, data)
  expect(status).toBe(201)
  const { id } = body.data.workouts[0]
  const rows = await server.ctx.db.selectFrom('workouts').selectAll().orderBy('id').execute()
  const pathOf = (path: string | null) => join(server.ctx.config.uploadsDir, path ?? '')
  const download = async (what: string, headers: Record<string, string> = {}) => {
    const token = await server.ctx.sessions.issue(server.user.id, server.user.session_epoch)
    const response = await server.handle(
      new Request(`http://localhost/api/workouts/${id}/${what}/download`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
    )
    return { headers: response.headers, bytes: await response.bytes() }
  }
  /** The recordings in the archive of the user's data. */
  const exported = async () => {
    const { ctx, user } = server
    const slice = { isOver: async () => false, extend: () => undefined }
    const path = join(newFolder(), 'export.zip')
    const run = { ctx, user: await getUserById(ctx.db, user.id), slice, withAnalysis: false }
    expect(await writeExport(run, path)).toBe(true)
    const zip = await openZip(path, 100)
    const entries = zip.entries.filter(({ name }) => name.startsWith('workout_files/'))
    const files = await Promise.all(
      entries.map(async (entry) => ({
        name: entry.name,
        text: textOf(await zip.read(entry, LIMIT)),
      })),
    )
    zip.close()
    return files
  }
  const originals = rows.map(({ original_file }) => original_file ?? '')
  return { ...server, id, rows, originals, files: originals.map(pathOf), download, exported }
}

/** A member that is gzip data, complete or not. */
const stored = (content: Uint8Array): ZipMember => ({ name: 'a.gpx.gz', content, stored: true })

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('a compressed recording', () => {
  test('is stored as it arrived, as gzip data that any program can unpack', async () => {
    const { files } = await imported([MEMBER])
    const [file = ''] = files
    expect(file).toEndWith('.gpx.gz')
    const bytes = readFileSync(file)
    expect(textOf(gunzipSync(bytes))).toBe(RIDE)
    expect(bytes.length).toBeLessThan(RIDE.length / 2)
    expect(textOf(Bun.spawnSync(['gzip', '-dc', file]).stdout)).toBe(RIDE)
  })

  test('is stored byte by byte when it is a gzip file itself', async () => {
    const content = gzipSync(RIDE)
    const again = gzipSync(aRide(2))
    const { files } = await imported([
      { name: 'a.gpx.gz', content, stored: true },
      { name: 'b.GPX.GZ', content: again },
    ])
    expect(files.map((file) => file.slice(file.indexOf('.gpx')))).toEqual(['.gpx.gz', '.gpx.gz'])
    expect(files.map((file) => new Uint8Array(readFileSync(file)))).toEqual([
      new Uint8Array(content),
      new Uint8Array(again),
    ])
  })

  const gz = gzipSync(RIDE)
  const half = RIDE.length / 2
  const halves = [RIDE.slice(0, half), RIDE.slice(half)].map((part) => gzipSync(part))
  const odd: [how: string, member: ZipMember][] = [
    ['has something behind its deflated bytes', { ...MEMBER, padding: new Uint8Array(20).fill(7) }],
    ['has zeros behind its gzip data', stored(Buffer.concat([gz, Buffer.alloc(64)]))],
    ['is gzip data in two pieces', stored(Buffer.concat(halves))],
    ['is gzip data with an empty piece behind', stored(Buffer.concat([gz, gzipSync('')]))],
  ]
  test.each(odd)('is stored as a single gzip member when it %s', async (_how, member) => {
    const { files, download, exported, send, id } = await imported([member])
    const [bytes = new Uint8Array()] = files.map((file) => readFileSync(file))
    // As browsers do, this reads one member and nothing after it.
    expect(textOf(Bun.gunzipSync(bytes))).toBe(RIDE)
    expect(Buffer.from(bytes).readUInt32LE(bytes.length - 4)).toBe(RIDE.length)
    expect(textOf((await download('original')).bytes)).toBe(RIDE)
    expect((await exported()).map(({ text }) => text)).toEqual([RIDE])
    expect((await send('POST', `/api/workouts/${id}/refresh`)).status).toBe(200)
  })

  test('is unpacked when compression gained little', async () => {
    const picture = Buffer.concat(
      Array.from({ length: 500 }, (_, i) => createHash('sha256').update(String(i)).digest()),
    )
    const kmz = zipBytes([
      { name: 'doc.kml', content: kmlOf(samplePoints(50)) },
      { name: 'files/icon.png', content: picture },
    ])
    const { files } = await imported([
      { name: 'stored.gpx', content: RIDE, stored: true },
      { name: 'packed.kmz', content: kmz },
    ])
    expect(files.map((file) => file.split('.').at(-1))).toEqual(['gpx', 'kmz'])
    expect(readFileSync(files[0] ?? '', 'utf8')).toBe(RIDE)
    expect(readFileSync(files[1] ?? '').equals(kmz)).toBe(true)
  })

  test('is described, downloaded and exported in its own format', async () => {
    const { id, get, download, exported, originals } = await imported([MEMBER])
    const { body } = await get(`/api/workouts/${id}`)
    expect(body.data.workouts[0].original_file).toBe('gpx')
    const name = originals[0]?.split('/').at(-1)?.replace('.gz', '')
    for (const what of ['original', 'gpx']) {
      const plain = await download(what)
      expect(textOf(plain.bytes)).toBe(RIDE)
      expect(plain.headers.get('content-encoding')).toBeNull()
      const packed = await download(what, { 'accept-encoding': 'gzip, br' })
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(textOf(gunzipSync(packed.bytes))).toBe(RIDE)
      for (const { headers } of [plain, packed]) {
        expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
        expect(headers.get('content-type')).toBe('application/gpx+xml')
        expect(headers.get('vary')).toContain('accept-encoding')
      }
    }
    expect(await exported()).toEqual([{ name: `workout_files/${name}`, text: RIDE }])
  })

  test('is skipped in an export when it is damaged', async () => {
    const { files, exported } = await imported([MEMBER, { name: 'b.gpx', content: aRide(2) }])
    truncateSync(files[0] ?? '', 1000)
    const [damaged, sound] = await exported()
    expect(RIDE).toStartWith(damaged?.text ?? 'nothing')
    expect(sound?.text).toBe(aRide(2))
  })

  test('is read again when its workout changes', async () => {
    const { id, send, ctx, rows } = await imported([MEMBER])
    const { status } = await send('PATCH', `/api/workouts/${id}`, { json: { sport_id: 5 } })
    expect(status).toBe(200)
    const [workout] = await ctx.db.selectFrom('workouts').selectAll().execute()
    expect(workout).toMatchObject({ sport_id: 5, original_hash: rows[0]?.original_hash })
  })

  test('is read when it states its sport itself', async () => {
    const content = gpxOf(samplePoints(50)).replace('<trk>', '<trk><type>running</type>')
    const { rows, files } = await imported([{ name: 'a.gpx', content }], { sport_id: undefined })
    expect(rows.map(({ sport_id }) => sport_id)).toEqual([5])
    expect(files[0]).toEndWith('.gpx.gz')
  })

  test('is recognised by the hash of its content, and found by its format', async () => {
    const { ctx, rows, id } = await imported([MEMBER])
    const hash = createHash('sha256').update(RIDE).digest('hex')
    expect(rows.map(({ original_hash }) => original_hash)).toEqual([hash])
    await writeTo(ctx.db, (tx) =>
      tx.updateTable('workouts').set({ original_hash: null }).where('short_id', '=', id).execute(),
    )
    expect(await hashOriginals(ctx)).toBe(1)
    const [workout] = await ctx.db.selectFrom('workouts').selectAll().execute()
    expect(workout?.original_hash).toBe(hash)
    const filter = { withFile: true, lacksPaces: false, order: 'asc', page: 1, perPage: 9 } as const
    const any = { sportId: undefined, userId: undefined, from: undefined, to: undefined }
    const found = (extension: string) =>
      listWorkoutsToRefresh(ctx.db, { ...filter, ...any, extension })
    expect(await found('gpx')).toEqual(rows.map((row) => row.id))
    expect(await found('tcx')).toEqual([])
  })
})
