import type { Caller } from '@/policy/caller'
import { receiveFileUpload } from '@/server/http/uploads/receive-upload'
import { readUpload } from '@/server/http/uploads/upload-body'
import type { AppContext } from '@/services/context'
import { PLAIN, type Upload } from '@/services/workers/upload'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'

/** A file with a course. Call `remove` after use. */
export interface ReceivedCourse {
  upload: Upload
  remove: () => Promise<void>
}

/**
 * Receives a file with a course to disk.
 *
 * @throws 413 when it is larger than a recording may be, 400 when there is no file.
 */
export async function receiveCourse(
  ctx: AppContext,
  request: Request,
  caller: Caller,
): Promise<ReceivedCourse> {
  const { max_single_file_size: maxBytes } = await getAppConfig(ctx.db)
  const { name, path, remove } = await receiveFileUpload(request, {
    subject: 'course',
    maxBytes,
    incoming: ctx.files.incoming,
    read: (one) => readUpload(ctx, one, caller),
  })
  // Some clients send a path.
  const baseName = name.split(/[/\\]/).at(-1) ?? ''
  return { upload: { name: baseName, path, form: PLAIN }, remove }
}
