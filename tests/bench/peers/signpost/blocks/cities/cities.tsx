import type { CitiesBlock } from '../../schema/types.gen.ts'

export function Cities({ heading, columns, rows }: CitiesBlock) {
  return (
    <section className="cities">
      <h2>{heading}</h2>
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ city, km, fee, time }, index) => (
            <tr key={index}>
              <th scope="row">{city}</th>
              <td>{`${km} km`}</td>
              <td>{`${fee} €`}</td>
              <td>{time}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
