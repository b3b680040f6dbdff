"""Go, Rust, Java, C, C++, C#, Kotlin, Swift: a text a language, and its definitions counted by hand.

One definition a line: kind, qualified name, first-last line, `+` where others may use it.
"""

GO = (
    """\
// Package shop sells.
package shop

import "fmt"

// Cart holds items.
type Cart struct {
	Items []string
	total int
}

// Seller sells.
type Seller interface {
	Sell(name string) error
}

type (
	Price = int
	name  string
)

const (
	Limit = 3
	hidden
)

var Shared, own = 1, 2

// Add puts one in.
func (c *Cart) Add(
	name string, more ...int,
) (int, error) {
	fmt.Println(name)
	return c.count(), nil
}

func (c *Cart) count() int { return 0 }

func New[T any](first T) *Cart {
	return &Cart{}
}
""",
    """
    struct Cart 7-10 +
    attribute Cart.Items 8-8 +
    attribute Cart.total 9-9 -
    interface Seller 13-15 +
    method Seller.Sell 14-14 +
    type Price 18-18 +
    type name 19-19 -
    constant Limit 23-23 +
    constant hidden 24-24 -
    variable Shared 27-27 +
    variable own 27-27 -
    method Cart.Add 30-35 +
    method Cart.count 37-37 -
    function New 39-41 +
    """,
)
RUST = (
    """\
//! A crate.
use crate::a::B;
pub mod inner;

/// A point.
#[derive(Debug)]
// plain
#[repr(C)]
pub struct Point<'a> {
    pub x: &'a str,
    y: u8,
}

impl<'a> std::fmt::Display for Point<'a> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "}")
    }
}

impl Point<'_> {
    pub const ZERO: u8 = 0;
    /// Makes one.
    pub async fn new(x: u8, y: u8) -> Self {
        check(x)?;
        panic!("no")
    }
}

pub(crate) enum Shape {
    Round,
    Square(u8),
}

pub trait Draw: Sized {
    type Out;
    fn draw(&self);
    fn twice(&self) { self.draw() }
}

#[macro_export]
macro_rules! point {
    () => {};
}

static COUNT: u8 = 3;

mod tests {
    #[test]
    fn works() {}
}
""",
    """
    struct Point 6-12 +
    attribute Point.x 10-10 +
    attribute Point.y 11-11 -
    method Point.fmt 15-17 -
    constant Point.ZERO 21-21 +
    method Point.new 23-26 +
    enum Shape 29-32 -
    attribute Shape.Round 30-30 -
    attribute Shape.Square 31-31 -
    trait Draw 34-38 +
    type Draw.Out 35-35 +
    method Draw.draw 36-36 +
    method Draw.twice 37-37 +
    macro point 40-43 +
    variable COUNT 45-45 -
    module tests 47-50 -
    function tests.works 48-49 -
    """,
)
JAVA = (
    """\
package a.b;

/** A shape. */
@Entity
public final class Shape<T> extends Base implements Round, Flat {
    public static final int MOST = 1;
    private int x, y;

    public Shape(int x) {
        super(x);
    }

    @Override
    public String draw(int a, String... more) throws Bad {
        throw new Bad("{");
    }

    static class Inner {
        void go() { }
    }
}

interface Round {
    void roll();
}

public enum Color { RED, GREEN; public int code() { return 1; } }

public record Pair(int left, String right) { }
""",
    """
    class Shape 4-21 +
    constant Shape.MOST 6-6 +
    attribute Shape.x 7-7 -
    attribute Shape.y 7-7 -
    method Shape.Shape 9-11 +
    method Shape.draw 13-16 +
    class Shape.Inner 18-20 -
    method Shape.Inner.go 19-19 -
    interface Round 23-25 -
    method Round.roll 24-24 -
    enum Color 27-27 +
    attribute Color.RED 27-27 +
    attribute Color.GREEN 27-27 +
    method Color.code 27-27 +
    class Pair 29-29 +
    """,
)
C = (
    """\
/* Real doc. */
#include <x.h>
#define MOST(a, b) \\
   ((a) > (b))
#define LIMIT 3
#ifndef GUARD
#define GUARD

struct item {
  int a;
  char *name;
};

typedef struct { int q; } pair_t;
typedef int (*callback)(int);

enum color { RED, BLUE = 3 };

static const int kept = 3;
extern int elsewhere;
int announced(int);
int *find (struct item *one, int);

/* Finds it. */
int *
find (struct item *one, int n)
{
  return look("}", n);
}

static void own(void) {}
#endif
""",
    """
    macro MOST 3-4 +
    constant LIMIT 5-5 +
    struct item 9-12 +
    attribute item.a 10-10 +
    attribute item.name 11-11 +
    struct pair_t 14-14 +
    attribute pair_t.q 14-14 +
    type callback 15-15 +
    enum color 17-17 +
    attribute color.RED 17-17 +
    attribute color.BLUE 17-17 +
    constant kept 19-19 -
    function announced 21-21 +
    function find 25-29 +
    function own 31-31 -
    """,
)
CPP = (
    """\
#pragma once
namespace a { namespace b {

// A queue.
template <typename T>
class Queue : public Base, private Lock {
 public:
  explicit Queue(int size);
  ~Queue();
  int size() const { return size_; }
  T operator[](int at);
  static constexpr int kMost = 3;
 private:
  int size_, used_;
  enum class State { Open, Shut };
};

}  // namespace b
void b::Queue::push(const T& one, int times = 1) {
  throw std::runtime_error("full");
}
}

using Name = std::string;
struct Plain { int x; };
template <class T>
T most(T a, T b) {
  return a;
}
""",
    """
    class Queue 5-16 +
    method Queue.Queue 8-8 +
    method Queue.~Queue 9-9 +
    method Queue.size 10-10 +
    method Queue.operator[] 11-11 +
    attribute Queue.kMost 12-12 +
    attribute Queue.size_ 14-14 -
    attribute Queue.used_ 14-14 -
    enum Queue.State 15-15 -
    attribute Queue.State.Open 15-15 -
    attribute Queue.State.Shut 15-15 -
    method Queue.push 19-21 +
    type Name 24-24 +
    struct Plain 25-25 +
    attribute Plain.x 25-25 +
    function most 26-29 +
    """,
)
CSHARP = (
    """\
using System;
namespace Shop.Core;

/// Sells things.
[Serializable]
public class Store<T> : Base, ISell where T : class {
    public const int Most = 1;
    private int x, y = 3;
    public int Size { get; set; } = 3;
    public Store(int a) : base(a) {
        throw new Bad("x");
    }
    public async Task<int> Go(int a, string b = "x") {
        return await Run(a);
    }
    class Inner { }
}

public interface ISell { void Sell(); }
enum Color { Red, Blue = 2 }
public record Pair(int A, string B);
public delegate void Done(int code);
""",
    """
    class Store 5-17 +
    constant Store.Most 7-7 +
    attribute Store.x 8-8 -
    attribute Store.y 8-8 -
    property Store.Size 9-9 +
    method Store.Store 10-12 +
    method Store.Go 13-15 +
    class Store.Inner 16-16 -
    interface ISell 19-19 +
    method ISell.Sell 19-19 +
    enum Color 20-20 -
    attribute Color.Red 20-20 -
    attribute Color.Blue 20-20 -
    class Pair 21-21 +
    type Done 22-22 +
    """,
)
KOTLIN = (
    """\
package a.b

/** A point. */
@Serializable
data class Point(val x: Int, private var y: Int = 3) : Base(x), Drawn {
    val size: Int = 3

    override fun draw(times: Int): String {
        throw Bad("x")
    }

    companion object {
        const val MOST = 1
    }

    enum class State { OPEN, SHUT }
}

interface Drawn { fun draw(times: Int): String }

object Shop {
    private fun sell() = 3
}

suspend fun <T> List<T>.second(at: Int = 1): T = this[at]
typealias Name = String
""",
    """
    class Point 4-17 +
    attribute Point.x 5-5 +
    attribute Point.y 5-5 -
    attribute Point.size 6-6 +
    method Point.draw 8-10 +
    module Point.Companion 12-14 +
    constant Point.Companion.MOST 13-13 +
    enum Point.State 16-16 +
    attribute Point.State.OPEN 16-16 +
    attribute Point.State.SHUT 16-16 +
    interface Drawn 19-19 +
    method Drawn.draw 19-19 +
    module Shop 21-23 +
    method Shop.sell 22-22 -
    function List.second 25-25 +
    type Name 26-26 +
    """,
)
SWIFT = (
    """\
import Foundation

/// A cart.
public struct Cart<T>: Sellable {
    public let items: [T]
    private var total = 3

    init(items: [T]) {
        self.items = items
    }

    @discardableResult
    public func add(_ one: T, times: Int = 1) throws -> Bool {
        throw Bad.full
    }

    var isEmpty: Bool { items.isEmpty }
}

enum Bad: Error {
    case full, empty
}

protocol Sellable {
    func sell() -> Int
}

extension Cart {
    func clear() {}
}

fileprivate func own() {}
typealias Name = String
let most = 4
""",
    """
    struct Cart 4-18 +
    attribute Cart.items 5-5 +
    attribute Cart.total 6-6 -
    method Cart.init 8-10 +
    method Cart.add 12-15 +
    property Cart.isEmpty 17-17 +
    enum Bad 20-22 +
    attribute Bad.full 21-21 +
    attribute Bad.empty 21-21 +
    interface Sellable 24-26 +
    method Sellable.sell 25-25 +
    method Cart.clear 29-29 +
    function own 32-32 -
    type Name 33-33 +
    constant most 34-34 +
    """,
)
COMPILED = {
    "go": GO, "rust": RUST, "java": JAVA, "c": C, "cpp": CPP, "csharp": CSHARP, "kotlin": KOTLIN, "swift": SWIFT,
}  # fmt: skip
