import { type OwnNames, sportIdNamed } from '@/reference/sport-named'
import { fitSport } from './fit-sport'

/** What a file says about its sport: a known one, none that is known, or nothing that can be seen from here. */
export type SportGuess = { kind: 'known'; sportId: number } | { kind: 'none' } | { kind: 'unseen' }

/** Exporters write what is looked for near the beginning. */
const HEAD_BYTES = 64 * 1024
/** Files of these kinds never name a sport. */
const NAMELESS: readonly string[] = ['kml', 'kmz']
/** Larger files are left to the server. */
const MOST_BYTES = 32 * 1024 * 1024

/** Looks into a file for its sport, without reading more of it than it has to. */
export async function guessSport(file: File, own: OwnNames): Promise<SportGuess> {
  const extension = file.name.toLowerCase().split('.').at(-1) ?? ''
  if (NAMELESS.includes(extension)) return { kind: 'none' }
  const read = READERS[extension]
  if (!read || file.size > MOST_BYTES) return { kind: 'unseen' }
  const name = await read(file).catch(() => undefined)
  const sportId = sportIdNamed(name, own)
  return sportId === undefined ? { kind: 'none' } : { kind: 'known', sportId }
}

const headOf = (file: File) => file.slice(0, HEAD_BYTES).text()

const READERS: Readonly<Record<string, (file: File) => Promise<string | undefined>>> = {
  gpx: async (file) =>
    /<trk>.*?<type>\s*([^<]+?)\s*<\/type>/s.exec(beforeLine(await headOf(file)))?.[1],
  tcx: async (file) =>
    /<Activity\b[^>]*\bSport\s*=\s*["']([^"']+)["']/.exec(await headOf(file))?.[1],
  fit: async (file) => fitSport(new Uint8Array(await file.arrayBuffer())),
}

/** What a GPX file says of its first track before its points. */
const beforeLine = (text: string) => text.split(/<trkseg\b/, 1)[0] ?? ''
