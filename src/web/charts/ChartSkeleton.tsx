import { Skeleton } from '@mantine/core'
import { getStackHeight } from './chart-sizes'

/** Placeholder of the same height as `charts` charts. */
export function ChartSkeleton({ charts }: { charts: number }) {
  return <Skeleton height={getStackHeight(charts)} />
}
