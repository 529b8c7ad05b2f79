import { Skeleton } from '@mantine/core'

/** Keeps the map's place. */
export function MapSkeleton() {
  return <Skeleton height={440} radius="lg" />
}
