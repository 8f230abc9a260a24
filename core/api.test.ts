import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

// Every exported function, class and constant of the package has a docstring. `npm run docs:api` writes names,
// declarations and docstrings to `dist/api.md`.

const root = join(import.meta.dirname, '..')
const page = join(root, 'dist/api.md')
const index = join(root, 'core/index.ts')

interface Name {
  readonly name: string
  /** The declaring file, relative to `core/`. */
  readonly file: string
  readonly about: string
  readonly declaration: string
}

const sources = new Map<string, ts.SourceFile>()

function sourceAt(path: string): ts.SourceFile {
  const known = sources.get(path)
  const source = known ?? ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(path, source)
  return source
}

/** The exports of an index in order, each with name and source file. */
function exported(by = index): readonly { readonly name: string; readonly own: string; readonly path: string }[] {
  return sourceAt(by).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) return []
    const path = join(dirname(by), textOf(statement.moduleSpecifier))
    if (path.endsWith('/index.ts')) return exported(path)
    const { exportClause } = statement
    if (exportClause && ts.isNamedExports(exportClause))
      return exportClause.elements.map(({ name, propertyName }) => ({
        name: name.text,
        own: (propertyName ?? name).text,
        path,
      }))
    return declarationsOf(path).map(([name]) => ({ name, own: name, path }))
  })
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteral(node) ? node.text : node.getText()
}

type Declared = readonly [name: string, declaration: ts.Statement]

/** The exported declarations of a file. */
function declarationsOf(path: string): readonly Declared[] {
  return sourceAt(path).statements.flatMap((statement): readonly Declared[] => {
    const isExported = ts.canHaveModifiers(statement) && isMarked(statement, ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => [name.getText(), statement] as const)
    const name = ts.isDeclarationStatement(statement) ? statement.name?.getText() : undefined
    return name === undefined ? [] : [[name, statement] as const]
  })
}

function isMarked(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) === true
}

function docstring(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  return comments
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join('\n')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

/** The interface of a declaration: the signature, the fields, the public methods. */
function shownAs(node: ts.Statement): string {
  if (ts.isFunctionDeclaration(node)) return upTo(node, node.body)
  if (ts.isClassDeclaration(node)) return classText(node)
  if (ts.isVariableStatement(node)) return constantText(node)
  return node.getText()
}

function upTo(node: ts.Node, body: ts.Node | undefined): string {
  const file = node.getSourceFile()
  return file.text.slice(node.getStart(file), body ? body.getStart(file) : node.end).trim()
}

function constantText(node: ts.VariableStatement): string {
  const [declaration] = node.declarationList.declarations
  const text = node.getText()
  if (!declaration || text.length <= 300) return text
  const type = declaration.type ? `: ${declaration.type.getText()}` : ''
  return `export const ${declaration.name.getText()}${type} // ...`
}

function classText(node: ts.ClassDeclaration): string {
  const open = node.members.filter((member) => {
    const isPrivate = member.name !== undefined && ts.isPrivateIdentifier(member.name)
    return !isPrivate && !(ts.canHaveModifiers(member) && isMarked(member, ts.SyntaxKind.PrivateKeyword))
  })
  const members = open.map((member) => {
    const body = ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member) || ts.isGetAccessor(member)
    const about = docstring(member)
    const text = ts.isPropertyDeclaration(member)
      ? upTo(member, member.initializer)
      : upTo(member, body ? member.body : undefined)
    return `${about === '' ? '' : `  /** ${about} */\n`}  ${text.replace(/\s*=$/, '')}`
  })
  const end = node.members.pos
  const head = node.getSourceFile().text.slice(node.getStart(), end).trim()
  return `${head}\n${members.join('\n')}\n}`
}

function names(): readonly Name[] {
  return exported().map(({ name, own, path }) => {
    const found = declarationsOf(path).find(([known]) => known === own)
    if (!found) throw new Error(`${relative(root, path)} declares no ${own}`)
    const about = docstring(found[1])
    return { name, file: relative(join(root, 'core'), path), about, declaration: shownAs(found[1]) }
  })
}

function pageOf(all: readonly Name[]): string {
  const folderOf = ({ file }: Name): string => (file.includes('/') ? (file.split('/')[0] ?? '') : 'outside the folders')
  const folders = [...new Set(all.map(folderOf))].map(
    (folder) => [folder, all.filter((one) => folderOf(one) === folder)] as const,
  )
  const sections = folders.map(([folder, own]) => {
    const rows = own.map(
      ({ name, about, declaration }) => `### ${name}\n\n${about}\n\n\`\`\`ts\n${declaration}\n\`\`\`\n`,
    )
    return `## ${folder}\n\n${rows.join('\n')}`
  })
  return [
    '# Every exported name of the engine',
    '',
    "What `import { ... } from 'rye-chain-playground'` provides, by folder, in the order of the pipeline. `docs/package.md` has a worked program.",
    '',
    sections.join('\n'),
  ].join('\n')
}

test('every exported function, class and constant has a docstring', () => {
  const silent = names().filter(
    ({ about, declaration }) => about === '' && /^export (?:function|class|const) /.test(declaration),
  )
  expect(silent.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

test('the API page has a section for every exported name', () => {
  const all = names()
  const text = pageOf(all)
  mkdirSync(dirname(page), { recursive: true })
  writeFileSync(page, text)
  const titles = [...text.matchAll(/^### (.+)$/gm)].map(([, title]) => title)
  expect(titles).toEqual(expect.arrayContaining(['analyze', 'Workspace', 'MemoryTree', 'readLesson']))
  expect(titles.toSorted()).toEqual(all.map(({ name }) => name).toSorted())
})
