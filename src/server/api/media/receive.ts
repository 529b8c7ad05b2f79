import { badRequest } from '@/lib/errors'
import type { Caller } from '@/policy/caller'
import { removeFiles } from '@/server/http/uploads/multipart'
import { receiveFile } from '@/server/http/uploads/receive-file'
import { readUpload } from '@/server/http/uploads/upload-body'
import type { AppContext } from '@/services/context'
import { getAppConfig } from '@/store/db/queries/accounts/app-config'
import { type EncodedPhoto, PHOTO_EXTENSIONS, TooManyPixels } from '@/store/files/photos'

/** The extensions of photos whose usual encoding is patented, so that it cannot be read here. */
const HEIC = ['heic', 'heif']

/**
 * Receives a photo and encodes it as it is stored.
 *
 * @throws 413 and 400: too large, no file, its extension, its size, its pixels and content.
 */
export async function receivePhoto(
  ctx: AppContext,
  request: Request,
  caller: Caller,
): Promise<EncodedPhoto> {
  const { max_image_size: maxBytes } = await getAppConfig(ctx.db)
  const { form, file, extension } = await receiveFile(request, {
    subject: 'picture',
    extensions: PHOTO_EXTENSIONS,
    maxBytes,
    maxBytesFor: () => maxBytes,
    incoming: ctx.files.incoming,
    read: (one) => readUpload(ctx, one, caller),
  })
  try {
    const photo = await ctx.pictures.encodePhoto(file.path)
    if (photo) return photo
    throw badRequest(
      HEIC.includes(extension)
        ? 'HEIC photos cannot be read; convert the photo to JPEG'
        : 'error when reading media file',
    )
  } catch (error) {
    if (error instanceof TooManyPixels) throw badRequest('photo exceeds 64 megapixels')
    throw error
  } finally {
    await removeFiles(form)
  }
}
