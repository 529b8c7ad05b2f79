import { icon, type Marker, marker } from 'leaflet'

/** A photo with the place where it was taken. */
export interface PlacedPhoto {
  latitude: number
  longitude: number
  /** Path of its image. */
  path: string
  label: string
  /** Fragment of the URL that opens it. */
  hash: string
}

const SIZE = 38

/** Creates a marker that shows a photo where it was taken, and opens it. */
export function createPhotoMarker({ latitude, longitude, path, label, hash }: PlacedPhoto): Marker {
  const picture = icon({ iconUrl: path, iconSize: [SIZE, SIZE], className: 'mp-photo' })
  const options = { icon: picture, alt: label, title: label, riseOnHover: true }
  return marker([latitude, longitude], options).on('click', () => {
    window.location.hash = hash
  })
}
