import { Button } from '@mantine/core'
import { t } from '@/web/i18n/text'

/** Fetches the next page of a list; absent after the last one. */
export function MoreButton({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  if (!list.hasNextPage) return null
  return (
    <div>
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {t('list.more')}
      </Button>
    </div>
  )
}
