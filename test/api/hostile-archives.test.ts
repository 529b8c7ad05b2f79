import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeTo } from '@/store/db/connections/transact'
import { updateAppConfig } from '@/store/db/queries/accounts/app-config'
import { aRide, startArchiveServer } from '../support/archives'
import { type ZipMember, zipBytes } from '../support/tracks/zip'

const ride = { name: 'ride.gpx', content: aRide(1) }
const CHECK = ', please check the archive'
const UNSAFE = `archive contains unsafe entries${CHECK}`
const MEBIBYTE = 1024 * 1024

type Server = Awaited<ReturnType<typeof startArchiveServer>>

/** All files of an upload that are left, in the data folder and its parent. */
const filesAround = ({ ctx }: Server): string[] =>
  readdirSync(ctx.config.uploadsDir, { recursive: true })
    .map(String)
    .filter((path) => statSync(join(ctx.config.uploadsDir, path)).isFile())

/** Marks a member as a symbolic link in the directory of the archive. */
function withLink(members: readonly ZipMember[]): Uint8Array {
  const bytes = Buffer.from(zipBytes(members))
  const directory = bytes.indexOf('PK\u0001\u0002', 'latin1')
  bytes.writeUInt32LE((0o120777 << 16) >>> 0, directory + 38)
  return bytes
}

const refused = async (server: Server, bytes: Uint8Array) => {
  const { status, body } = await server.upload('archive.zip', bytes)
  expect(filesAround(server)).toEqual([])
  expect(await server.workouts()).toBe(0)
  return [status, body.message]
}

describe('an archive is rejected without leaving files behind', () => {
  test.each(['../up.gpx', 'a/../../up.gpx', '/absolute.gpx', 'C:/drive.gpx', '..\\up.gpx'])(
    'with the name %p in it',
    async (name) => {
      const server = await startArchiveServer()
      expect(await refused(server, zipBytes([ride, { ...ride, name }]))).toEqual([400, UNSAFE])
      expect(existsSync(join(dirname(server.ctx.config.uploadsDir), 'up.gpx'))).toBeFalse()
    },
  )

  test('with two files of the same name', async () => {
    const server = await startArchiveServer()
    const message = `archive contains files with the same name${CHECK}`
    expect(await refused(server, zipBytes([ride, ride]))).toEqual([400, message])
  })

  test('with a link in it', async () => {
    const server = await startArchiveServer()
    const link = { name: 'link.gpx', content: '/etc/passwd', stored: true }
    const message = `archive contains links${CHECK}`
    expect(await refused(server, withLink([link, ride]))).toEqual([400, message])
  })

  test('with an encrypted file in it', async () => {
    const server = await startArchiveServer()
    const secret = { ...ride, name: 'secret.gpx', encrypted: true }
    const message = `archive is encrypted${CHECK}`
    expect(await refused(server, zipBytes([ride, secret]))).toEqual([400, message])
  })

  test('when it is truncated or not an archive', async () => {
    const server = await startArchiveServer()
    const whole = zipBytes([ride, { ...ride, name: 'two.gpx' }])
    expect(await refused(server, whole.slice(0, -40))).toEqual([400, 'invalid zip file'])
    expect(await refused(server, Buffer.from(aRide(1)))).toEqual([400, 'invalid file'])
  })

  test('when its entries overlap', async () => {
    const server = await startArchiveServer()
    const twins = [ride, { ...ride, name: 'twin.gpx', sharesDataOf: 0 }]
    expect(await refused(server, zipBytes(twins))).toEqual([400, UNSAFE])
  })

  test('when a file in it exceeds the limit for files', async () => {
    const server = await startArchiveServer()
    await writeTo(server.ctx.db, (tx) => updateAppConfig(tx, { max_single_file_size: MEBIBYTE }))
    const big = { name: 'big.gpx', content: new Uint8Array(2 * MEBIBYTE) }
    const message = `at least one file in zip archive exceeds size limit${CHECK}`
    expect(await refused(server, zipBytes([ride, big]))).toEqual([400, message])
  })

  test('when it would unpack to far more than its size', async () => {
    const server = await startArchiveServer()
    const zeros = new Uint8Array(90 * MEBIBYTE)
    const bombs = Array.from({ length: 8 }, (_, at) => ({ name: `${at}.txt`, content: zeros }))
    expect(await refused(server, zipBytes([ride, ...bombs]))).toEqual([400, UNSAFE])
  })

  test('when it contains only another archive', async () => {
    const server = await startArchiveServer()
    const nested = { name: 'inner.zip', content: zipBytes([ride]) }
    const message = 'archive does not contain valid workout files'
    expect(await refused(server, zipBytes([nested]))).toEqual([400, message])
  })
})

test('a file that unpacks to more than its declared size is rejected alone', async () => {
  const server = await startArchiveServer()
  const liar = { name: 'liar.gpx', content: new Uint8Array(8 * MEBIBYTE), size: 1000 }
  const { status, body } = await server.uploadZip([ride, liar])
  const { import: told, ...rest } = body
  expect([status, rest]).toEqual([
    400,
    {
      ...{ status: 'fail', new_workouts: 1, errored_workouts: { 'liar.gpx': 'invalid file' } },
      errored_remedies: { 'liar.gpx': expect.stringContaining('export it again') },
    },
  ])
  expect(Object.keys(told)).toEqual(['id'])
  expect(filesAround(server).filter((path) => path.startsWith('incoming'))).toEqual([])
})
