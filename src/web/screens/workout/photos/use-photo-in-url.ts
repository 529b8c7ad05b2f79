import { useLocation, useNavigate } from '@tanstack/react-router'
import { getPhotoHash, type Photo } from '@/web/api/photos/photos'

/**
 * The position of the photo that the URL says is enlarged, and a function that enlarges another one, or none. The Back
 * button closes it.
 */
export function usePhotoInUrl(
  photos: readonly Photo[],
): [number | undefined, (id: string | null) => void] {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const index = photos.findIndex(({ id }) => getPhotoHash(id) === hash)
  const show = (id: string | null) =>
    void navigate({
      to: '.',
      hash: id === null ? '' : getPhotoHash(id),
      search: true,
      replace: index >= 0,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return [index < 0 ? undefined : index, show]
}
