import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SportSelect } from '@/web/components/SportSelect'
import { t } from '@/web/i18n/text'
import classes from './SportNamesPanel.module.css'

/** Characters of the longest name, as the server takes it. */
const LONGEST = 100

/** Says what is meant by one more name. */
export function NewSportName({
  disabled,
  onAdd,
}: {
  disabled: boolean
  onAdd: (name: string, sportId: number) => Promise<void>
}) {
  const [name, setName] = useState('')
  const [sport, setSport] = useState<number>()
  const add = () => {
    if (sport === undefined) return
    onAdd(name, sport).then(
      () => {
        setName('')
        setSport(undefined)
      },
      // The panel tells what went wrong.
      () => undefined,
    )
  }
  return (
    <form
      className={classes.new}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        size="md"
        label={t('sportNames.name')}
        description={t('sportNames.nameHint')}
        maxLength={LONGEST}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SportSelect
        label={t('sportNames.sport')}
        auto={null}
        value={sport}
        disabled={disabled}
        onChange={(sportId) => setSport(sportId ?? undefined)}
      />
      <Button type="submit" disabled={disabled || name.trim() === '' || sport === undefined}>
        {t('sportNames.add')}
      </Button>
    </form>
  )
}
