import type { ExtraColumn, StreamName } from '@/domain/tracks/track'
import { ByteReader, ByteWriter, StreamError } from './bytes'
import { readColumn, writeColumn } from './column'
import { frame, unframe } from './frame'

const VERSION = 1
const ZSTD_LEVEL = 3
/**
 * From this many points on, the garbage collector is called explicitly, because it does not run early enough by itself.
 */
const MANY_POINTS = 250_000
/** Number of bytes that contain the length of the directory. */
const LENGTH_BYTES = 4

/** The header of a blob. Each column after it is stored separately, so that one can be read without the others. */
interface Directory {
  readonly size: number
  readonly columns: readonly (StreamName & { readonly bytes: number })[]
}

/**
 * Encodes the columns of a segment of `size` points as one blob, each compressed without loss; undefined without
 * columns.
 */
export function encodeExtra(
  size: number,
  extra: readonly ExtraColumn[] | undefined,
): Uint8Array | undefined {
  if (!extra || extra.length === 0) return undefined
  const packed = extra.map(({ values }) => {
    const writer = new ByteWriter()
    writeColumn(writer, Float64Array.from(values))
    const bytes = Bun.zstdCompressSync(writer.join(), { level: ZSTD_LEVEL })
    if (size >= MANY_POINTS) Bun.gc(true)
    return bytes
  })
  const columns = extra.map(({ name, unit, isOwn }, index) => ({
    ...{ name, unit, isOwn },
    bytes: packed[index]?.length ?? 0,
  }))
  const directory = Buffer.from(JSON.stringify({ size, columns } satisfies Directory))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(directory.length)
  return frame(VERSION, Buffer.concat([length, directory, ...packed]))
}

/**
 * Lists the columns of a blob in order.
 * @throws StreamError as `decodeExtra`
 */
export const listExtra = (blob: Uint8Array): StreamName[] =>
  open(blob).directory.columns.map(({ name, unit, isOwn }) => ({ name, unit, isOwn }))

/**
 * Decodes all columns of a blob, or only the requested ones; the others are not decompressed.
 * @throws StreamError when the blob is truncated, damaged or of an unknown version.
 */
export function decodeExtra(
  blob: Uint8Array,
  isWanted: (stream: StreamName) => boolean = () => true,
): ExtraColumn[] {
  const { directory, content } = open(blob)
  const found: ExtraColumn[] = []
  let at = 0
  for (const { bytes, ...stream } of directory.columns) {
    const packed = content.subarray(at, at + bytes)
    at += bytes
    if (!isWanted(stream)) continue
    const values = readColumn(new ByteReader(Bun.zstdDecompressSync(packed)), directory.size)
    found.push({ ...stream, values: Float32Array.from(values) })
  }
  return found
}

function open(blob: Uint8Array): { directory: Directory; content: Uint8Array } {
  const bytes = Buffer.from(unframe(VERSION, blob))
  if (bytes.length < LENGTH_BYTES) throw new StreamError('truncated')
  const end = LENGTH_BYTES + bytes.readUInt32LE(0)
  const directory: Directory = JSON.parse(bytes.toString('utf8', LENGTH_BYTES, end))
  return { directory, content: bytes.subarray(end) }
}
