import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { removeFiles } from '@/server/http/uploads/multipart'
import { receiveFile } from '@/server/http/uploads/receive-file'
import { readUpload } from '@/server/http/uploads/upload-body'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { TooManyPixels } from '@/store/files/photos'
import type { PictureFormat } from '@/store/files/pictures'

const FORMATS: Record<string, PictureFormat> = {
  gif: 'gif',
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
}

/**
 * Receives a picture and converts it to the JPEG that is stored.
 *
 * @throws 413 and 400 in the order of the contract: too large, no file, its extension, its size, its pixels and
 * content.
 */
export async function receivePicture(
  ctx: AppContext,
  request: Request,
  caller: Caller,
): Promise<Buffer> {
  const limits = await getAppConfig(ctx.db)
  const { form, file, extension } = await receiveFile(request, {
    subject: 'picture',
    extensions: Object.keys(FORMATS),
    maxBytes: limits.max_zip_file_size,
    maxBytesFor: () => limits.max_single_file_size,
    incoming: ctx.files.incoming,
    read: (one) => readUpload(ctx, one, caller),
  })
  try {
    const format = FORMATS[extension]
    const picture = format && (await ctx.pictures.encode(file.path, format))
    if (!picture) throw badRequest('invalid file')
    return picture
  } catch (error) {
    if (error instanceof TooManyPixels) throw badRequest('picture exceeds 25 megapixels')
    throw error
  } finally {
    await removeFiles(form)
  }
}
