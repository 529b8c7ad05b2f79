import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Place, placesQuery } from '@/web/api/workouts/places'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './PlaceInput.module.css'
import { typedCoordinates } from './typed-coordinates'

/** A place to search around. */
export interface ChosenPlace {
  /** `latitude,longitude`; empty when no place is chosen. */
  coordinates: string
  /** Its name; empty if coordinates were entered. */
  place: string
}

const NOWHERE: ChosenPlace = { coordinates: '', place: '' }

/** A field for a place by its name, which is looked up, or by its coordinates. */
export function PlaceInput({
  initial,
  onChange,
}: {
  initial: ChosenPlace
  onChange: (chosen: ChosenPlace) => void
}) {
  const { language } = usePreferences()
  const [typed, setTyped] = useState(initial.place || initial.coordinates)
  const [asked, ask] = useState('')
  const found = useQuery({ ...placesQuery(asked, language), enabled: asked !== '' })
  const button = useRef<HTMLButtonElement>(null)
  const choose = (chosen: ChosenPlace) => {
    // The list of places, which has the focus, disappears. Phones would open a keyboard for the field.
    button.current?.focus()
    onChange(chosen)
    setTyped(chosen.place || chosen.coordinates)
    ask('')
  }
  const look = () => {
    const exact = typedCoordinates(typed)
    if (exact) choose({ coordinates: exact, place: '' })
    else ask(typed.trim())
  }
  return (
    <div className={classes.input}>
      <div className={classes.look}>
        <TextInput
          label={t('filter.placeName')}
          description={t('filter.placeHint')}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            if (value === '') onChange(NOWHERE)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            look()
          }}
        />
        <BusyButton ref={button} variant="default" busy={found.isFetching} onClick={look}>
          {t('filter.look')}
        </BusyButton>
      </div>
      <ErrorNote error={found.error} />
      <div role="status">{found.data?.length === 0 && t('filter.noPlace')}</div>
      {asked !== '' && found.data && found.data.length > 0 && (
        <PlaceList places={found.data} onChoose={choose} />
      )}
    </div>
  )
}

function PlaceList({
  places,
  onChoose,
}: {
  places: readonly Place[]
  onChoose: (chosen: ChosenPlace) => void
}) {
  return (
    <ul className={classes.places} aria-label={t('filter.places')}>
      {places.map(({ osm_id, name, display_name, coordinates: at }) => (
        <li key={osm_id}>
          <button
            type="button"
            onClick={() => onChoose({ coordinates: at, place: name ?? display_name ?? at })}
          >
            {display_name ?? name ?? at}
          </button>
        </li>
      ))}
    </ul>
  )
}
