import {
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { filesBelow } from '../files-below'
import type { BenchServer, Client } from '../server'
import type { BenchContext } from '../stage'
import type { Row } from '../table'

/** Milliseconds between two checks of the export. */
const PAUSE = 25
const MB = 1e6
const EXPORT = '/api/auth/account/export'

/** Exports all data, compared with an archive of the same files. */
export async function exportAll(
  { say, folder }: BenchContext,
  server: BenchServer,
  rider: Client,
): Promise<Row[]> {
  say('exporting them')
  const originals = unpackedTo(join(folder, 'originals'), join(server.dataDir, 'uploads'))
  const bytes = originals.reduce((sum, path) => sum + statSync(path).size, 0)
  const started = performance.now()
  await rider('POST', `${EXPORT}/request`, {})
  for (;;) {
    const { request } = await rider('GET', EXPORT)
    if (request?.status === 'successful') break
    if (!['queued', 'in_progress'].includes(request?.status ?? ''))
      throw new Error(`The export is ${request?.status}.`)
    await Bun.sleep(PAUSE)
  }
  const seconds = (performance.now() - started) / 1000
  const bare = await archivingSeconds(originals, join(folder, 'bare.zip'))
  rmSync(join(folder, 'originals'), { recursive: true })
  return [
    {
      ...{ name: 'export of all data (bare: yazl)', unit: 'MB/s' },
      ...{ ours: bytes / MB / seconds, bare: bytes / MB / bare },
    },
  ]
}

/** Unpacks the originals of a server and returns their paths, to compare with recordings as they were uploaded. */
function unpackedTo(target: string, uploads: string): string[] {
  mkdirSync(target)
  const packed = filesBelow(uploads).filter((path) => path.endsWith('.gpx.gz'))
  return packed.map((path) => {
    const unpacked = join(target, basename(path, '.gz'))
    writeFileSync(unpacked, gunzipSync(readFileSync(path)))
    return unpacked
  })
}

async function archivingSeconds(paths: readonly string[], target: string): Promise<number> {
  const started = performance.now()
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(target))
  for (const [index, path] of paths.entries()) zip.addFile(path, `${index}.gpx`)
  zip.end()
  await written
  rmSync(target)
  return (performance.now() - started) / 1000
}
