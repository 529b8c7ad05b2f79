import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { moveToDay, syntheticRide, watchFile } from './recordings'

/** Writes an archive of `files` GPX rides of `points` points each, one per day, each in a different place. */
export async function writeRides(path: string, files: number, points: number): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  const ride = syntheticRide(points)
  for (let day = 0; day < files; day += 1) {
    const content = Readable.from([watchFile(moveToDay(ride, day))], { objectMode: false })
    const packed = finished(content)
    zip.addReadStream(content, `rides/${day}.gpx`)
    await packed
  }
  zip.end()
  await written
}
