import type { AppContext } from '@/context'
import { internal } from '@/errors'
import { extensionOf, uploadPath } from '@/storage/upload-names'

/** What is to be kept of a recording. */
interface FileOfRecording {
  userId: number
  sportId: number
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  /** The path of the uploaded original, and the name the client gave it. */
  file: { path: string; name: string }
}

/**
 * Moves an original to where it is kept; returns its path below the uploads folder.
 *
 * @throws 500 when it cannot be written; then it is not kept.
 */
export async function storeOriginal(
  ctx: Pick<AppContext, 'files' | 'ids'>,
  recording: FileOfRecording,
): Promise<string> {
  const extension = extensionOf(recording.file.name)
  const original = uploadPath({ ...recording, extension, random: ctx.ids.secret(8) })
  try {
    await ctx.files.keep(recording.file.path, original)
    return original
  } catch (cause) {
    await ctx.files.remove(original)
    throw Object.assign(internal('error when storing workout file'), { cause })
  }
}
