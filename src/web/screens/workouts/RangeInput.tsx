import { Input, TextInput, type TextInputProps } from '@mantine/core'
import { t } from '@/web/i18n/text'
import classes from './FilterForm.module.css'

/** The least and the most of something. */
export function RangeInput({
  label,
  unit,
  from,
  to,
}: {
  label: string
  unit: string
  from: TextInputProps
  to: TextInputProps
}) {
  return (
    <Input.Wrapper label={`${label} (${unit})`} labelElement="div">
      <div className={classes.range}>
        <TextInput
          aria-label={t('filter.atLeast', { label })}
          placeholder={t('filter.min')}
          {...from}
        />
        <TextInput
          aria-label={t('filter.atMost', { label })}
          placeholder={t('filter.max')}
          {...to}
        />
      </div>
    </Input.Wrapper>
  )
}
