import { Choice } from '@/web/components/forms/Choice'
import { t } from '@/web/i18n/text'

/** The key by which a list is sorted, and the direction: `asc` or `desc`. */
interface ListOrder {
  order_by?: string | undefined
  order?: string | undefined
}

/** The sort order of a list, which by default begins with the latest entry. */
export function OrderFields({
  options,
  order: { order_by: key = 'created_at', order = 'desc' },
  onChange,
}: {
  options: readonly { value: string; label: string }[]
  order: ListOrder
  onChange: (changes: ListOrder) => void
}) {
  return (
    <>
      <Choice
        label={t('filter.orderBy')}
        options={options}
        value={key}
        onChange={(order_by) => onChange({ order_by })}
      />
      <Choice
        label={t('filter.order')}
        options={[
          { value: 'desc', label: t('filter.descending') },
          { value: 'asc', label: t('filter.ascending') },
        ]}
        value={order}
        onChange={(next) => onChange({ order: next })}
      />
    </>
  )
}
