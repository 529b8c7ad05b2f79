import type { AppContext } from '@/context'
import { internal } from '@/errors'
import { extensionOf, uploadPath } from '@/storage/upload-names'
import { isGzipForm, type RecordingForm } from '@/workers/recording-form'

/** What is to be kept of a recording. */
interface FileOfRecording {
  userId: number
  sportId: number
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  /** The path of the original, whose data is on disk, and the name the client gave it. */
  file: { path: string; name: string; form: RecordingForm }
}

/**
 * Moves originals to where they are kept; returns their paths below the uploads folder.
 *
 * @throws 500 when they cannot be written; then none of them is kept.
 */
export async function storeOriginals(
  ctx: Pick<AppContext, 'files' | 'ids'>,
  recordings: readonly FileOfRecording[],
): Promise<string[]> {
  const files = recordings.map((recording) => {
    const { name, path, form } = recording.file
    const named = { extension: extensionOf(name), isGzipped: isGzipForm(form) }
    const random = ctx.ids.secret(8)
    return { incoming: path, relative: uploadPath({ ...recording, ...named, random }) }
  })
  try {
    await ctx.files.keepWritten(files)
    return files.map(({ relative }) => relative)
  } catch (cause) {
    throw Object.assign(internal('error when storing workout file'), { cause })
  }
}
