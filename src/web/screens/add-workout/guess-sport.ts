import { findSportId, type UserSportNames } from '@/domain/reference/sport-named'
import { fitSport } from './fit-sport'

/** The sport of a file: known, absent, or not detectable in the browser. */
export type SportGuess = { kind: 'known'; sportId: number } | { kind: 'none' } | { kind: 'unseen' }

/** Exporters write the sport near the beginning of the file. */
const HEAD_BYTES = 64 * 1024
/** Formats that have no field for a sport. */
const NAMELESS: readonly string[] = ['kml', 'kmz']
/** Larger files are not read; the server detects their sport. */
const MAX_BYTES = 32 * 1024 * 1024

/** Detects the sport of a file, reading only as much of it as necessary. */
export async function guessSport(file: File, own: UserSportNames): Promise<SportGuess> {
  const extension = file.name.toLowerCase().split('.').at(-1) ?? ''
  if (NAMELESS.includes(extension)) return { kind: 'none' }
  const read = READERS[extension]
  if (!read || file.size > MAX_BYTES) return { kind: 'unseen' }
  const name = await read(file).catch(() => undefined)
  const sportId = findSportId(name, own)
  return sportId === undefined ? { kind: 'none' } : { kind: 'known', sportId }
}

const readHead = (file: File) => file.slice(0, HEAD_BYTES).text()

const READERS: Readonly<Record<string, (file: File) => Promise<string | undefined>>> = {
  gpx: async (file) =>
    /<trk>.*?<type>\s*([^<]+?)\s*<\/type>/s.exec(beforeLine(await readHead(file)))?.[1],
  tcx: async (file) =>
    /<Activity\b[^>]*\bSport\s*=\s*["']([^"']+)["']/.exec(await readHead(file))?.[1],
  fit: async (file) => fitSport(new Uint8Array(await file.arrayBuffer())),
}

/** The part of a GPX file before the points of its first track. */
const beforeLine = (text: string) => text.split(/<trkseg\b/, 1)[0] ?? ''
