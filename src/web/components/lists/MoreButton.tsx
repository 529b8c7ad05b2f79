import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import classes from './MoreButton.module.css'

/** A button that loads the next page of a list, with the error if that failed; absent after the last page. */
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
      <BusyButton
        variant="default"
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {label}
      </BusyButton>
    </div>
  )
}
