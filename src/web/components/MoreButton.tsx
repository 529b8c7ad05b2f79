import { Button } from '@mantine/core'
import { t } from '@/web/i18n/text'
import { ErrorNote } from './ErrorNote'
import classes from './MoreButton.module.css'

/** Fetches the next page of a list, and says why it did not come; absent after the last one. */
export function MoreButton({
  list,
  label = t('list.more'),
}: {
  list: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => unknown
  }
  label?: string
}) {
  if (!list.hasNextPage) return null
  return (
    <div className={classes.more}>
      <ErrorNote error={list.isFetchNextPageError && list.error} />
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  )
}
