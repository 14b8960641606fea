import { Input, SearchField, type SearchFieldProps } from 'react-aria-components'

/** @property label such as `Search pages` */
type SearchBoxProps = SearchFieldProps & { label: string }

export const SearchBox = ({ label, ...props }: SearchBoxProps) => (
  <SearchField {...props} className="search" aria-label={label}>
    <Input placeholder={label} />
  </SearchField>
)
