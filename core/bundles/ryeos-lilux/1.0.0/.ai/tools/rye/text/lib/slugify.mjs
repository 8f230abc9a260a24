const params = process.argv[process.argv.indexOf('--params') + 1]
const { text, separator = '-' } = JSON.parse(params)
const words = text.normalize('NFKD').toLowerCase().match(/[a-z0-9]+/g) ?? []
console.log(JSON.stringify({ slug: words.join(separator) }))
