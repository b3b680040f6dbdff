"""JavaScript, TypeScript, Ruby, PHP, shell, SQL, broken Python: as in `samples_compiled`."""

JAVASCRIPT = (
    """\
#!/usr/bin/env node
/** The app. */
'use strict'
const path = require('path')
const { join } = require('path')
var app = exports = module.exports = {}

/**
 * Use it.
 */
app.use = function use(fn, options = {}) {
  if (!fn) throw new TypeError('no "}"')
  return this.lazy(fn)
}

module.exports.start = () => {
  return app.use()
}

function Route(path) {
  this.path = path
}

Route.prototype.match = function (method) {}

class View extends Base {
  static count = 3
  #own = 1
  constructor(name) { super() }
  get size() { return 1 }
  async *render() {}
}
const LIMIT = 3, other = async a => a
""",
    """
    variable app 6-6 +
    function app.use 11-14 +
    function start 16-18 +
    function Route 20-22 +
    method Route.match 24-24 +
    class View 26-32 +
    attribute View.count 27-27 +
    attribute View.#own 28-28 -
    method View.constructor 29-29 +
    property View.size 30-30 +
    method View.render 31-31 +
    constant LIMIT 33-33 +
    function other 33-33 +
    """,
)
TYPESCRIPT = (
    """\
import { a } from './a'

// A service.
@Injectable()
export class Service<T> extends Base implements Runs {
  private x: number = 3
  @Input() name = ''
  constructor(private db: Db) { super() }
  go(a: string): void
  go(a: any, b?: number): void {
    throw new Bad('x')
  }
  protected arrow = () => 3
}

export interface Runs extends Other {
  a: string
  run(x: number): Promise<void>
}

export type Name = { a: string }

export enum Color {
  Red,
  Blue = 3,
}

export namespace Inner {
  export function f() {}
}

declare function announced(a: number): string

export default async function* main(
  a: number,
) {
  yield a
}

function own() {}
const named = 1
export { named as other }
export const fetchIt = async (id: string) => {
  await get(id)
}
""",
    """
    class Service 4-14 +
    attribute Service.x 6-6 -
    attribute Service.name 7-7 +
    method Service.constructor 8-8 +
    method Service.go 10-12 +
    method Service.arrow 13-13 -
    interface Runs 16-19 +
    attribute Runs.a 17-17 +
    method Runs.run 18-18 +
    type Name 21-21 +
    enum Color 23-26 +
    attribute Color.Red 24-24 +
    attribute Color.Blue 25-25 +
    module Inner 28-30 +
    function Inner.f 29-29 +
    function announced 32-32 -
    function main 34-38 +
    function own 40-40 -
    constant named 41-41 +
    function fetchIt 43-45 +
    """,
)
RUBY = (
    """\
# The shop.
require 'json'

module Shop
  # A cart.
  class Cart < Base
    LIMIT = 3
    attr_reader :items, :total

    def add(one, times = 1)
      raise Full, "no" if full?
      @items << one
    end

    def self.open; end

    class << self
      def close; end
    end

    private

    def own; end
  end

  private_constant :LIMIT
end

def top(name:, **rest)
  puts "end"
end
""",
    """
    module Shop 4-27 +
    class Shop.Cart 6-24 +
    constant Shop.Cart.LIMIT 7-7 +
    property Shop.Cart.items 8-8 +
    property Shop.Cart.total 8-8 +
    method Shop.Cart.add 10-13 +
    method Shop.Cart.open 15-15 +
    method Shop.Cart.close 18-18 +
    method Shop.Cart.own 23-23 -
    function top 29-31 +
    """,
)
PHP = (
    """\
<?php
namespace App\\Models;

use App\\Base\\Thing;

/** A user. */
#[Entity]
final class User extends Thing implements Named {
    use Greets;
    public const MOST = 1;
    private ?int $age = 3;

    public function __construct(private int $id, string $name = "x") {
        throw new Bad("}");
    }

    abstract protected static function find(int $id): ?self;
    private function own() {}
}

interface Named { public function name(): string; }
trait Greets {}
enum Suit: string { case Hearts = 'H'; }
function helper(int ...$all) {}
const TOP = 4;
define('LATE', 3);
""",
    """
    class User 7-19 +
    constant User.MOST 10-10 +
    attribute User.age 11-11 -
    method User.__construct 13-15 +
    method User.find 17-17 +
    method User.own 18-18 -
    interface Named 21-21 +
    method Named.name 21-21 +
    trait Greets 22-22 +
    enum Suit 23-23 +
    attribute Suit.Hearts 23-23 +
    function helper 24-24 +
    constant TOP 25-25 +
    constant LATE 26-26 +
    """,
)
BASH = (
    """\
#!/bin/sh
# Deploys it.
set -e
LIMIT=3
readonly name=x

# Runs it.
run() {
    echo "}"
    stop
}
function stop
{
    kill 1
}
_own() { run; }
""",
    """
    constant LIMIT 4-4 +
    constant name 5-5 +
    function run 8-11 +
    function stop 12-15 +
    function _own 16-16 -
    """,
)
SQL = (
    """\
-- The users.
CREATE TABLE IF NOT EXISTS app.users (
    id INT PRIMARY KEY,
    name TEXT NOT NULL DEFAULT ';'
);

CREATE OR REPLACE VIEW grown AS
SELECT * FROM app.users;

CREATE FUNCTION add(a integer, b integer) RETURNS integer AS $$
    SELECT a + b;
$$ LANGUAGE SQL;

CREATE UNIQUE INDEX by_name ON app.users (name);
""",
    """
    table app.users 2-5 +
    attribute app.users.id 3-3 +
    attribute app.users.name 4-4 +
    view grown 7-8 +
    function add 10-12 +
    index by_name 14-14 +
    """,
)
PYTHON_2 = (
    """\
class Old(Base):
    '''Said.'''

    @classmethod
    def make(cls, a, b=1):
        print "made"
        raise Bad(a)

LIMIT = 3

def _top():
    print "x"
""",
    """
    class Old 1-7 +
    method Old.make 4-7 +
    constant LIMIT 9-9 +
    function _top 11-12 -
    """,
)
SCRIPTED = {
    "javascript": JAVASCRIPT, "jsx": JAVASCRIPT, "typescript": TYPESCRIPT, "tsx": TYPESCRIPT, "ruby": RUBY, "php": PHP,
    "bash": BASH, "sql": SQL, "python": PYTHON_2,
}  # fmt: skip
